import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import { readAnalytics } from '../../api/pages.ts';
import type { Page } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { AnalyticsReport } from './analytics-report.tsx';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import '../../ui/modal.css';
import './analytics.css';

interface AnalyticsModalProps {
  /** The page whose figures are shown; the modal is closed without one. */
  readonly page: Page | undefined;
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
  const own = withoutOwn ? 'exclude' : 'include';
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['analytics', id, own],
    queryFn: ({ signal }) => readAnalytics(id, own, signal),
    // Whoever opens the figures wants those of now.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  return (
    <div className="analytics">
      <Checkbox
        label={t('analytics.withoutOwn')}
        checked={withoutOwn}
        onChange={(event) => setWithoutOwn(event.target.checked)}
      />
      {isError ? (
        <FailureNotice
          failure={fixedFailure(error, 'analytics.failed')}
          actions={
            <Button look="secondary" busy={isFetching} onClick={() => void refetch()}>
              {t('failure.tryAgain')}
            </Button>
          }
        />
      ) : data === undefined ? (
        <AnalyticsSkeleton />
      ) : (
        <AnalyticsReport analytics={data} />
      )}
    </div>
  );
}
