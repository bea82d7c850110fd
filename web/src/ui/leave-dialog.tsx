import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import './modal.css';

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
            {t('unsaved.title')}
          </Heading>
          <p>{t('unsaved.text')}</p>
          <div className="modal__actions">
            <Button onClick={onStay}>{t('unsaved.stay')}</Button>
            <Button look="danger" onClick={onLeave}>
              {t('unsaved.leave')}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
