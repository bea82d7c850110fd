import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MessageSelection } from './export-messages.tsx';

const ExportMessages = lazyPart(() => import('./export-messages.tsx'));

interface ExportButtonProps extends MessageSelection {
  /** Number of messages, once it is known. */
  readonly total: number | undefined;
}

export function ExportButton({ total, ...selection }: ExportButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const words = t('exporting.open');
  return (
    <>
      <IconButton icon={Download} label={words} title={words} onClick={() => setOpened(true)} />
      {opened && total !== undefined && (
        <ExportMessages {...selection} total={total} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
