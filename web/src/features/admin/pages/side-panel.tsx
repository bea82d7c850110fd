import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import './side-panel.css';

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog beside the list; on phones a sheet from below. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} close={t('adminPages.close')} onClose={onClose} look="side-panel">
      {children}
    </Dialog>
  );
}
