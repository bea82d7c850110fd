import { Inbox, LayoutGrid, LogOut, Settings, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href, useNavigate } from 'react-router';
import type { User } from '../../api/shapes.ts';
import { logOut } from '../../session/auth.ts';
import { isAdmin, isSupport, isUser } from '../../session/roles.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

const LINKS = [
  { to: href('/dashboard'), label: 'shell.yourPages', icon: LayoutGrid, may: isUser },
  { to: href('/account'), label: 'shell.yourAccount', icon: Settings, may: isUser },
  { to: href('/admin'), label: 'shell.administration', icon: ShieldCheck, may: isAdmin },
  { to: href('/support'), label: 'shell.supportInbox', icon: Inbox, may: isSupport },
] as const;

/** The links of a signed-in user, the same in every menu. */
export function linksFor({ role }: User) {
  return LINKS.filter(({ may }) => may(role));
}

/** Ends the session and navigates home; used by every menu. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    logOut();
    void navigate(href('/'));
  };
}

export function UserMenu({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const leave = useLogOut();
  const entry = (text: string, Icon: typeof LogOut) => ({
    label: (
      <>
        <Icon aria-hidden="true" />
        {text}
      </>
    ),
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
        ...linksFor(user).map(({ to, label, icon }) => ({ id: to, to, ...entry(t(label), icon) })),
        { id: 'logout', onAction: leave, ...entry(t('shell.logout'), LogOut) },
      ]}
    >
      <Avatar name={user.username} picture={user.avatar ?? undefined} />
    </MenuButton>
  );
}
