import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { RoleChange } from './use-role-change.ts';

interface RoleDialogProps {
  readonly pending: RoleChange;
  readonly onConfirm: () => void;
  readonly onGiveUp: () => void;
}

/** Asks for confirmation before granting administration rights. */
export default function RoleDialog({ pending: { user, role }, onConfirm, onGiveUp }: RoleDialogProps) {
  const { t } = useTranslation();
  const roleName = t('adminUsers.role', { returnObjects: true })[role];
  const name = user.username ?? user.email ?? user.id;
  return (
    <Dialog title={t('adminUsers.askTitle', { name, role: roleName })} onClose={onGiveUp}>
      <p>{t(role === 'SUPERADMIN' ? 'adminUsers.askSuperadmin' : 'adminUsers.askAdmin')}</p>
      <div className="modal__actions">
        <Button onClick={onConfirm}>{t('adminUsers.give', { role: roleName })}</Button>
        <Button look="secondary" onClick={onGiveUp}>
          {t('adminUsers.leaveIt')}
        </Button>
      </div>
    </Dialog>
  );
}
