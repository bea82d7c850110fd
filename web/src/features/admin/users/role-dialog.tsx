import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ROLE_WORDS } from './role-words.ts';
import type { AskedChange } from './use-role-change.ts';
import '../../../ui/modal.css';

interface RoleDialogProps {
  readonly asked: AskedChange;
  readonly onConfirm: () => void;
  readonly onGiveUp: () => void;
}

/** Asks for confirmation before granting administration rights. */
export default function RoleDialog({ asked: { user, role }, onConfirm, onGiveUp }: RoleDialogProps) {
  const { t } = useTranslation();
  const name = user.username ?? user.email ?? user.id;
  return (
    <ModalOverlay className="modal-overlay" isOpen isDismissable onOpenChange={(open) => !open && onGiveUp()}>
      <Modal className="modal">
        <Dialog role="alertdialog" className="modal__dialog role-dialog">
          <Heading slot="title" className="modal__title">
            {t('adminUsers.askTitle', { name, role: t(ROLE_WORDS[role]) })}
          </Heading>
          <p>{t(role === 'SUPERADMIN' ? 'adminUsers.askSuperadmin' : 'adminUsers.askAdmin')}</p>
          <div className="modal__actions">
            <Button onClick={onConfirm}>{t('adminUsers.give', { role: t(ROLE_WORDS[role]) })}</Button>
            <Button look="secondary" onClick={onGiveUp}>
              {t('adminUsers.leaveIt')}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
