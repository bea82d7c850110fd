import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useId } from 'react';
import { failureOf } from '../api/failure.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { MarkCardsDocument } from './mark-cards.generated.ts';
import { clearPrint, continuePrint, startPrint, stopPrint, usePrintJob } from './print-job.ts';
import type { BatchCards } from './print-order.ts';

/** What a print job has come to, on every tab of the administration. */
export function PrintStatus() {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const id = useId();
  const { order, running, progress, failure, made } = usePrintJob();

  const [mark, { loading, error }] = useMutation(MarkCardsDocument);
  const markPrinted = async ({ id: batch, numbers }: BatchCards) => {
    try {
      await mark({ variables: { id: batch, stage: 'PRINTED', numbers }, refetchQueries: ['AdminBatch'] });
      clearPrint();
    } catch {
      // The failure is shown.
    }
  };

  // Interrupted by a reload.
  useEffect(() => {
    if (order !== undefined && !running && failure === undefined && made === undefined) void startPrint(client, order);
  }, [client, order, running, failure, made]);

  if (failure !== undefined) {
    return (
      <FailureNotice
        failure={failure}
        retry={order && { loading: running, refetch: () => continuePrint(client, order) }}
        actions={
          <Button look="quiet" onClick={clearPrint}>
            {t('adminCards.close')}
          </Button>
        }
      />
    );
  }
  if (made !== undefined) {
    const { pages, unprintable, batch } = made;
    return (
      <Notice
        tone="success"
        role="status"
        text={t('adminCards.fileMade', format.counted(pages))}
        actions={
          <>
            {batch !== undefined && (
              <Button look="secondary" busy={loading} onClick={() => void markPrinted(batch)}>
                {t('adminCards.markPrinted')}
              </Button>
            )}
            {order !== undefined && (
              <Button look="secondary" onClick={() => void continuePrint(client, order)}>
                {t('adminCards.nextFile')}
              </Button>
            )}
            <Button look="quiet" onClick={clearPrint}>
              {t('adminCards.close')}
            </Button>
          </>
        }
      >
        {order !== undefined && <p>{t('adminCards.moreFiles')}</p>}
        <FailureNotice failure={error && failureOf(error, 'adminBatches.markFailed')} />
        {unprintable > 0 && <p>{t('adminCards.unprintable', format.counted(unprintable))}</p>}
      </Notice>
    );
  }
  if (!running) return null;
  return (
    <div className="admin__printing">
      <p id={id} role="status" className="tabular">
        {progress === undefined
          ? t('adminCards.reading')
          : t('adminCards.progress', { number: format.number(progress.done), total: format.number(progress.total) })}
      </p>
      <progress aria-labelledby={id} max={progress?.total} value={progress?.done} />
      <p className="field__hint">{t('adminCards.mayLeave')}</p>
      <Button look="quiet" onClick={stopPrint}>
        {t('adminCards.stop')}
      </Button>
    </div>
  );
}
