import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));

interface ExportButtonProps extends Omit<ExportDialogProps, 'total' | 'onClose'> {
  /** Undefined until the list is loaded. */
  readonly total: number | undefined;
  readonly look?: 'secondary' | 'quiet';
}

export function ExportButton({ total, look = 'secondary', ...rest }: ExportButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  // An empty list has nothing to export.
  if (total === 0) return null;
  return (
    <>
      <Button look={look} icon={Download} className="searched-list__tool" onClick={() => setOpened(true)}>
        {t('exporting.open')}
      </Button>
      {opened && total !== undefined && <ExportDialog {...rest} total={total} onClose={() => setOpened(false)} />}
    </>
  );
}
