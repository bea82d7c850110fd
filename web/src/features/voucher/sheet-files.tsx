import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, ownFailure } from '../../api/failure.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { Button } from '../../ui/button.tsx';
import type { Format } from './sheet-pdf.ts';
import type { Sheet } from './voucher-words.ts';

/** Work that shows its failure on the card. */
export function useAttempt() {
  const [failure, setFailure] = useState<Failure>();
  const attempt = async (work: () => Promise<unknown>, failed: TextKey) => {
    setFailure(undefined);
    await work().catch(() => setFailure(ownFailure(failed)));
  };
  return { attempt, failure };
}

interface SheetFilesProps {
  readonly sheet: () => Sheet;
  /** Sent beside the file. */
  readonly message: () => string;
  readonly attempt: ReturnType<typeof useAttempt>['attempt'];
}

/** The PDF of a voucher or a receipt, to save or to share. */
export function SheetFiles({ sheet, message, attempt }: SheetFilesProps) {
  const { t } = useTranslation();
  const pdf = async (format: Format) => {
    const { loadFaces, sheetPdf } = await import('./sheet-pdf.ts');
    return sheetPdf(sheet(), format, await loadFaces());
  };
  const save = (format: Format) =>
    attempt(async () => saveFile(`${sheet().name} ${format}.pdf`, await pdf(format)), 'voucher.noPdf');
  const share = () =>
    attempt(async () => {
      const file = await pdf('A6').then(
        (blob) => new File([blob], `${sheet().name}.pdf`, { type: blob.type }),
        () => undefined,
      );
      const files = file !== undefined && navigator.canShare?.({ files: [file] }) ? [file] : [];
      await navigator.share({ text: message(), files }).catch((error: Error) => {
        // Closing the share sheet is no failure.
        if (error.name !== 'AbortError') throw error;
      });
    }, 'voucher.notShared');
  return (
    <>
      {(['A6', 'A4'] as const).map((format) => (
        <Button key={format} look="secondary" onClick={() => void save(format)}>
          {t('voucher.pdf', { format })}
        </Button>
      ))}
      {'share' in navigator && (
        <Button look="secondary" onClick={() => void share()}>
          {t('voucher.share')}
        </Button>
      )}
    </>
  );
}
