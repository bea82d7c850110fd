import { Copy, FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf, ownFailure } from '../api/failure.ts';
import { copyText } from '../browser/clipboard.ts';
import { saveFile } from '../browser/save-file.ts';
import { csvFile } from '../i18n/csv.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import type { ExportedRow, ListExport } from './export-list.ts';

export interface ExportDialogProps {
  /** Of the files. */
  readonly name: string;
  readonly exported: ListExport<never>;
  readonly total: number;
  readonly read: (signal: AbortSignal, onProgress: (done: number) => void) => Promise<readonly ExportedRow[]>;
  readonly onClose: () => void;
}

/** Writes everything that matches to a file, or copies its links. */
export default function ExportDialog({ name, exported: { columns, link }, total, read, onClose }: ExportDialogProps) {
  const { t, format, language } = useLocale();
  const [done, setDone] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const [copied, setCopied] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const run = (use: (rows: readonly ExportedRow[]) => Promise<void>) => async () => {
    // One for each run: React mounts each component twice in development, and aborts in between.
    const work = new AbortController();
    stopping.current = work;
    const { signal } = work;
    setFailure(undefined);
    setCopied(false);
    setDone(0);
    try {
      await use(await read(signal, setDone));
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error, 'exporting.failed'));
    } finally {
      setDone(undefined);
    }
  };
  const file = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  const saveCsv = run(async (rows) => {
    saveFile(file, csvFile([columns.map(({ head }) => t(head)), ...rows.map(({ cells }) => cells)], language));
    onClose();
  });
  /** Links that are read and not copied: a long list takes longer than browsers let a press count. */
  const [links, setLinks] = useState<string>();
  const copy = async (text: string) => {
    const isCopied = await copyText(text);
    if (!isCopied && links !== undefined) setFailure(ownFailure('copy.notCopied'));
    setLinks(isCopied ? undefined : text);
    setCopied(isCopied);
  };
  const copyLinks =
    links === undefined ? run((rows) => copy(rows.map(({ link }) => link).join('\n'))) : () => copy(links);

  const number = format.number(total);
  const action = (icon: ReactNode, words: string, onClick: () => Promise<void>) => (
    <Button look="secondary" disabled={done !== undefined} onClick={() => void onClick()}>
      {icon}
      {words}
    </Button>
  );
  return (
    <Dialog title={t('exporting.title', { count: total, number })} close={t('exporting.close')} onClose={onClose}>
      <div className="modal__actions">
        {action(<FileSpreadsheet aria-hidden="true" />, t('exporting.csv'), saveCsv)}
        {link !== undefined && action(<Copy aria-hidden="true" />, t('exporting.copyLinks'), copyLinks)}
      </div>
      <p role="status">
        {done !== undefined && t('exporting.progress', { done: format.number(done), number })}
        {copied && t('exporting.copied', { count: total, number })}
        {links !== undefined && t('exporting.copyAgain')}
      </p>
      <FailureNotice failure={failure} />
    </Dialog>
  );
}
