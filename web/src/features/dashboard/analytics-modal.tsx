import { useQuery } from '@apollo/client/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageFiguresDocument } from './analytics-modal.generated.ts';
import { AnalyticsReport } from './analytics-report.tsx';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import type { PageCardFragment } from './page-card.generated.ts';
import '../../ui/modal.css';
import './analytics.css';

interface AnalyticsModalProps {
  /** The page whose figures are shown; the modal is closed without one. */
  readonly page: PageCardFragment | undefined;
  readonly onClose: () => void;
}

export function AnalyticsModal({ page, onClose }: AnalyticsModalProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className="modal-overlay"
      isDismissable
      isOpen={page !== undefined}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="modal modal--wide">
        <Dialog className="modal__dialog">
          <div className="modal__head">
            <Heading slot="title" className="modal__title">
              {t('analytics.title', { name: page?.displayName || t('dashboard.untitled') })}
            </Heading>
            <AriaButton className="icon-button" aria-label={t('analytics.close')} onPress={onClose}>
              <X aria-hidden="true" />
            </AriaButton>
          </div>
          {page !== undefined && <Figures id={page.id} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Figures({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [withoutOwn, setWithoutOwn] = useState(false);
  const figures = useQuery(PageFiguresDocument, { variables: { id, withoutOwner: withoutOwn } });
  const { error, loading, refetch } = figures;
  const data = figures.data ?? figures.previousData;
  return (
    <div className="analytics">
      <Checkbox
        label={t('analytics.withoutOwn')}
        checked={withoutOwn}
        onChange={(event) => setWithoutOwn(event.target.checked)}
      />
      {error !== undefined ? (
        <FailureNotice
          failure={fixedFailure(error, 'analytics.failed')}
          actions={
            <Button look="secondary" busy={loading} onClick={() => void refetch()}>
              {t('failure.tryAgain')}
            </Button>
          }
        />
      ) : data === undefined ? (
        <AnalyticsSkeleton />
      ) : (
        <AnalyticsReport analytics={data.page.analytics} />
      )}
    </div>
  );
}
