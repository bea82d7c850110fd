import { FileSpreadsheet, Nfc } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { CardFiles } from '../cards/card-files.tsx';
import { hasNfc } from '../cards/web-nfc.ts';
import { clearMade, fetchWorkbook, useBulkJob } from './bulk-job.ts';
import { addressOf, MadeLinks } from './made-links.tsx';

const NfcDialog = lazyPart(() => import('../cards/nfc-dialog.tsx'));

/** Pages created in this browser session, and the workbook of the latest series. */
export function Results() {
  const { t } = useTranslation();
  const format = useFormat();
  const { series, byHand = [], workbookFailure } = useBulkJob();
  const [writing, setWriting] = useState(false);
  const { run: saveWorkbook, busy } = useSingleFlight(fetchWorkbook);
  if (series === undefined && byHand.length === 0) return null;
  return (
    <section className="bulk__results" aria-labelledby="bulk-results">
      <div className="bulk__head">
        <h2 id="bulk-results">{t('adminBulk.results')}</h2>
        <Button look="quiet" onClick={clearMade}>
          {t('adminBulk.clear')}
        </Button>
      </div>
      {series !== undefined && (
        <>
          <p role="status">
            {t('adminBulk.made', { count: series.pages.length, number: format.number(series.pages.length) })}
          </p>
          <div className="bulk__actions">
            <Button busy={busy} onClick={() => void saveWorkbook(series.workbookId)}>
              <FileSpreadsheet aria-hidden="true" />
              {t('adminBulk.workbook')}
            </Button>
            <CopyButton
              value={series.pages.map(({ id }) => addressOf(id)).join('\n')}
              label={t('adminBulk.copyAll')}
              copied={t('adminBulk.copiedAll')}
            />
            {hasNfc() && (
              <Button look="secondary" onClick={() => setWriting(true)}>
                <Nfc aria-hidden="true" />
                {t('adminCards.nfc')}
              </Button>
            )}
          </div>
          <FailureNotice failure={workbookFailure} />
          <CardFiles pages={series.pages} />
          {writing && <NfcDialog pages={series.pages} onClose={() => setWriting(false)} />}
          <MadeLinks key={series.workbookId} pages={series.pages} label={t('adminBulk.links')} />
        </>
      )}
      {byHand.length > 0 && (
        <>
          <h3>{t('adminBulk.byHand')}</h3>
          <MadeLinks pages={byHand} label={t('adminBulk.byHand')} />
        </>
      )}
    </section>
  );
}
