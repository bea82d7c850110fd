import { Inbox, LayoutGrid, LogOut, Settings, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { isAdmin, isSupport } from '../../api/roles.ts';
import type { User } from '../../api/shapes.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuEntry } from '../../ui/menu-entry.ts';
import { useLogOut } from './use-log-out.ts';

export function UserMenu({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const leave = useLogOut();
  const entry = (id: string, icon: ReactNode, text: string, leads: Pick<MenuEntry, 'to' | 'onAction'>): MenuEntry => ({
    id,
    textValue: text,
    label: (
      <>
        {icon}
        {text}
      </>
    ),
    ...leads,
  });
  return (
    <MenuButton
      className="user-button"
      label={t('shell.userMenu', { name: user.username })}
      header={
        <>
          <strong>{user.username}</strong>
          <span>{user.email}</span>
        </>
      }
      entries={[
        entry('pages', <LayoutGrid aria-hidden="true" />, t('shell.yourPages'), { to: href('/dashboard') }),
        entry('account', <Settings aria-hidden="true" />, t('shell.yourAccount'), { to: href('/account') }),
        ...(isAdmin(user.role)
          ? [entry('admin', <ShieldCheck aria-hidden="true" />, t('admin.title'), { to: href('/admin') })]
          : []),
        ...(isSupport(user.role)
          ? [entry('support', <Inbox aria-hidden="true" />, t('shell.supportInbox'), { to: href('/support') })]
          : []),
        entry('logout', <LogOut aria-hidden="true" />, t('shell.logout'), { onAction: leave }),
      ]}
    >
      <Avatar name={user.username} picture={user.avatar ?? undefined} />
    </MenuButton>
  );
}
