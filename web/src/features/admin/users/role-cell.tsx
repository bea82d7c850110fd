import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/use-session.ts';
import { ROLE_WORDS, type Role, rolesToGive } from './role-words.ts';
import type { UserRowFragment } from './user-row.generated.ts';

interface RoleCellProps {
  readonly user: UserRowFragment;
  readonly tabIndex: 0 | -1;
  readonly onChange: (user: UserRowFragment, role: Role) => void;
}

/** A user's role: a select, or a text if the current user may not change it. */
export function RoleCell({ user, tabIndex, onChange }: RoleCellProps) {
  const { t } = useTranslation();
  const me = useSession()?.user;
  if (me === undefined || user.role === null) return null;
  const roles = rolesToGive(me.role);
  if (!roles.includes(user.role)) {
    return (
      <span className="user-role--fixed">
        <Lock aria-hidden="true" />
        {t(ROLE_WORDS[user.role])} {t('adminUsers.protected')}
      </span>
    );
  }
  // Users cannot change their own role.
  if (user.id === me.id) {
    return (
      <span className="user-role--fixed">
        {t(ROLE_WORDS[user.role])} {t('adminUsers.you')}
      </span>
    );
  }
  return (
    <select
      className="user-role"
      tabIndex={tabIndex}
      aria-label={t('adminUsers.roleOf', { name: user.username ?? user.email ?? user.id })}
      value={user.role}
      onChange={({ target }) => {
        const next = roles.find((role) => role === target.value);
        if (next !== undefined) onChange(user, next);
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(ROLE_WORDS[role])}
        </option>
      ))}
    </select>
  );
}
