import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { isAdmin, isSupport } from '../../api/roles.ts';
import type { User } from '../../api/shapes.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useLogOut } from './use-log-out.ts';

type Item = { readonly to: string; readonly label: TextKey };

const guestItems: readonly Item[] = [
  { to: href('/'), label: 'shell.homeLink' },
  { to: href('/login'), label: 'shell.login' },
  { to: href('/signup'), label: 'shell.signup' },
];

const signedInItems: readonly Item[] = [
  { to: href('/'), label: 'shell.homeLink' },
  { to: href('/dashboard'), label: 'shell.yourPages' },
  { to: href('/account'), label: 'shell.yourAccount' },
];

const supportItems: readonly Item[] = [{ to: href('/support'), label: 'shell.supportInbox' }];
const adminItems: readonly Item[] = [{ to: href('/admin'), label: 'admin.title' }];

function itemsFor(user: User | undefined): readonly Item[] {
  if (user === undefined) return guestItems;
  return [...signedInItems, ...(isAdmin(user.role) ? adminItems : []), ...(isSupport(user.role) ? supportItems : [])];
}

/** The hamburger of small and medium widths: every link of the header in one list. */
export function NavigationMenu({ user }: { readonly user: User | undefined }) {
  const { t } = useTranslation();
  const leave = useLogOut();
  const links = itemsFor(user).map(({ to, label }) => ({ id: to, to, label: t(label) }));
  const last = { id: 'logout', className: 'menu__item--last', label: t('shell.logout'), onAction: leave };
  return (
    <MenuButton
      className="icon-button header__burger"
      label={t('shell.menu')}
      entries={user === undefined ? links : [...links, last]}
    >
      <MenuIcon aria-hidden="true" />
    </MenuButton>
  );
}
