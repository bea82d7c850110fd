import { useState } from 'react';
import { Link } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import { useSession } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type Role, rolesToGive } from './use-role-change.ts';
import type { UserRowFragment } from './user-row.generated.ts';
import { pagesOf } from './users-columns.tsx';
import '../pages/side-panel.css';

interface UserPanelProps {
  /** The user when the panel opened. */
  readonly user: UserRowFragment;
  readonly onChange: (role: Role) => void;
  readonly onClose: () => void;
}

/** A user's account, and the role to give them. */
export default function UserPanel({ user, onChange, onClose }: UserPanelProps) {
  const { t, format } = useLocale();
  const me = useSession()?.user;
  const names = t('adminUsers.role', { returnObjects: true });
  const [role, setRole] = useState(user.role);
  const roles = me === undefined ? [] : rolesToGive(me, user);
  const { email, createdAt, pageCount } = user;
  return (
    <Dialog title={user.username ?? user.id} close={t('adminUsers.close')} onClose={onClose} look="side-panel">
      <form
        className="edit-panel"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          if (role !== null && role !== user.role) onChange(role);
        }}
      >
        <dl className="user-facts">
          <dt>{t('form.email')}</dt>
          <dd translate="no">{email}</dd>
          <dt>{t('adminUsers.sinceHead')}</dt>
          <dd>{createdAt !== null && <time dateTime={createdAt}>{format.date(createdAt)}</time>}</dd>
          <dt>{t('adminUsers.pagesHead')}</dt>
          <dd>
            {pageCount === null || pageCount === 0 ? (
              format.number(pageCount ?? 0)
            ) : (
              <Link to={pagesOf(user)}>{t('adminUsers.showPages', format.counted(pageCount))}</Link>
            )}
          </dd>
          {roles.length === 0 && user.role !== null && (
            <>
              <dt>{t('adminUsers.roleHead')}</dt>
              <dd>
                {names[user.role]} {t(user.id === me?.id ? 'adminUsers.you' : 'adminUsers.protected')}
              </dd>
            </>
          )}
        </dl>
        {roles.length > 0 && (
          <>
            <SelectField
              label={t('adminUsers.roleHead')}
              hint={t('adminUsers.roleHint')}
              options={roles.map((one) => [one, names[one]])}
              value={role ?? ''}
              onChange={({ target }) => setRole(roles.find((one) => one === target.value) ?? user.role)}
            />
            <div className="cluster gap-3">
              <Button type="submit">{t('adminUsers.save')}</Button>
              <Button look="secondary" onClick={onClose}>
                {t('adminUsers.cancel')}
              </Button>
            </div>
          </>
        )}
      </form>
    </Dialog>
  );
}
