import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { type Failure, fixedFailure } from '../../../api/failure.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../../ui/skeleton.tsx';
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
  });
  return (
    <Dialog
      title={t('adminPages.figuresTitle', { name: nameOf(page) })}
      close={t('adminPages.close')}
      onClose={onClose}
      look="modal--wide"
    >
      <FailureNotice failure={error && failureFor(id, error)} retry={{ loading, refetch }} />
      {data !== undefined ? (
        <Figures analytics={data.adminPage.adminAnalytics} />
      ) : (
        error === undefined && (
          <Waiting label={t('adminPages.figuresLoading')} className="page-figures">
            <Skeleton width="100%" height="5rem" />
            <Skeleton width="100%" height="12rem" />
            <Skeleton width="100%" height="16rem" />
          </Waiting>
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
