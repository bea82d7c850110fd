import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MessagesWanted } from './export-messages.tsx';

const ExportMessages = lazyPart(() => import('./export-messages.tsx'));

interface ExportButtonProps extends MessagesWanted {
  /** Number of messages, once it is known. */
  readonly total: number | undefined;
}

export function ExportButton({ total, ...wanted }: ExportButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const words = t('exporting.open');
  return (
    <>
      <button type="button" className="icon-button" aria-label={words} title={words} onClick={() => setOpened(true)}>
        <Download aria-hidden="true" />
      </button>
      {opened && total !== undefined && <ExportMessages {...wanted} total={total} onClose={() => setOpened(false)} />}
    </>
  );
}
