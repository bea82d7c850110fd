import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { type Failure, fixedFailure } from '../../../api/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Figures } from './figures.tsx';
import { AdminPageFiguresDocument } from './page-figures.generated.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { nameOf } from './use-page-actions.ts';

interface FiguresDialogProps {
  readonly page: AdminPageRowFragment;
  readonly onClose: () => void;
}

/** Events of one page, over all its owners. */
export default function FiguresDialog({ page, onClose }: FiguresDialogProps) {
  const { t } = useTranslation();
  const { id } = page;
  const { data, error, loading, refetch } = useQuery(AdminPageFiguresDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  });
  return (
    <Dialog
      title={t('adminPages.figuresTitle', { name: nameOf(page) })}
      close={t('adminPages.close')}
      onClose={onClose}
      look="modal--wide"
    >
      <FailureNotice
        failure={error === undefined ? undefined : failureFor(id, error)}
        actions={
          <Button look="secondary" busy={loading} onClick={() => void refetch().catch(() => {})}>
            {t('failure.tryAgain')}
          </Button>
        }
      />
      {data !== undefined ? (
        <Figures analytics={data.adminPage.adminAnalytics} />
      ) : (
        error === undefined && (
          <div className="page-figures" aria-busy="true">
            <p className="visually-hidden" role="status">
              {t('adminPages.figuresLoading')}
            </p>
            <Skeleton width="100%" height="5rem" />
            <Skeleton width="100%" height="12rem" />
            <Skeleton width="100%" height="16rem" />
          </div>
        )
      )}
    </Dialog>
  );
}

/** The specification gives this text in English for both languages. */
function failureFor(id: string, error: unknown): Failure {
  const { offline } = fixedFailure(error, 'analytics.failed');
  return offline ? { key: 'analytics.failed', offline } : { text: `Failed to load analytics for page ${id}`, offline };
}
