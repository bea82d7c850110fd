import { cardIdIn } from '@volant/proto/text/card-id';
import { useTranslation } from 'react-i18next';
import { CodeCamera } from '../../ui/code-camera.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface ScanDialogProps {
  readonly onRead: (id: string) => void;
  readonly onClose: () => void;
}

export default function ScanDialog({ onRead, onClose }: ScanDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('claim.scanTitle')} close={t('claim.scanClose')} onClose={onClose}>
      <CodeCamera
        hint="claim.scanHint"
        refused="claim.scanRefused"
        onCode={(code) => {
          // Only codes with a page's address are cards.
          const id = cardIdIn(code);
          if (id === undefined) return 'claim.scanOther';
          onClose();
          onRead(id);
          return undefined;
        }}
      />
    </Dialog>
  );
}
