import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export default function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('unsaved.title')} dismissable={false} closesOnBack={false} onClose={onStay}>
      <p>{t('unsaved.text')}</p>
      <div className="modal__actions">
        <Button onClick={onStay}>{t('unsaved.stay')}</Button>
        <Button look="danger" onClick={onLeave}>
          {t('unsaved.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
