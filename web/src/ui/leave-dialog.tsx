import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import '../../ui/modal.css';

export interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export default function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay className="modal-overlay" isOpen onOpenChange={(open) => !open && onStay()}>
      <Modal className="modal">
        <Dialog role="alertdialog" className="modal__dialog leave-dialog">
          <Heading slot="title" className="modal__title">
            {t('editor.leaveTitle')}
          </Heading>
          <p>{t('editor.leaveText')}</p>
          <div className="modal__actions">
            <Button onClick={onStay}>{t('editor.stay')}</Button>
            <Button look="danger" onClick={onLeave}>
              {t('editor.leave')}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
