import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
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
      <IconButton icon={Download} label={words} title={words} onClick={() => setOpened(true)} />
      {opened && total !== undefined && <ExportMessages {...wanted} total={total} onClose={() => setOpened(false)} />}
    </>
  );
}
