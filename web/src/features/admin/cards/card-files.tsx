import { FileText, Package, Table } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownFailure } from '../../../api/failure.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { csvFile } from '../../../i18n/csv.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type CardPage, cardLink } from './card-link.ts';
import type { OnProgress } from './in-turns.ts';

/** Files for producing the cards of new pages: QR codes to print or to place in a design, and links for a printer. */
export function CardFiles({ pages }: { readonly pages: readonly CardPage[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  /** Pages that the file already contains. */
  const [done, setDone] = useState(0);
  const { run, busy, failure } = useAction(
    async (ending: string, make: (onProgress: OnProgress) => Promise<Blob>) => {
      try {
        saveFile(`cards-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`, await make(setDone));
      } finally {
        setDone(0);
      }
    },
    // A failed chunk, or a browser out of memory: there is no detail to show.
    () => ownFailure('adminCards.failed'),
  );

  /* These modules are large and rarely used. */
  const pdf = async (onProgress: OnProgress) =>
    (await import('./qr-sheet.ts')).qrSheet(pages, t('adminCards.sheetTitle'), onProgress);
  const zip = async (onProgress: OnProgress) => (await import('./qr-zip.ts')).qrZip(pages, onProgress);
  const csv = async () => {
    const heads = [t('adminCards.id'), t('adminCards.name'), t('adminCards.qrLink'), t('adminCards.nfcLink')];
    const rows = pages.map(({ id, displayName }) => [id, displayName, cardLink(id, 'qr'), cardLink(id, 'nfc')]);
    return csvFile([heads, ...rows], language);
  };
  return (
    <>
      <div className="bulk__actions">
        <Button look="secondary" busy={busy} onClick={() => void run('pdf', pdf)}>
          <FileText aria-hidden="true" />
          {t('adminCards.sheet')}
        </Button>
        <Button look="secondary" busy={busy} onClick={() => void run('zip', zip)}>
          <Package aria-hidden="true" />
          {t('adminCards.zip')}
        </Button>
        <Button look="secondary" busy={busy} onClick={() => void run('csv', csv)}>
          <Table aria-hidden="true" />
          {t('adminCards.csv')}
        </Button>
      </div>
      {done > 0 && (
        <p role="status" className="tabular">
          {t('adminCards.progress', { number: format.number(done), total: format.number(pages.length) })}
        </p>
      )}
      <FailureNotice failure={failure} />
    </>
  );
}
