import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import type { User } from '../../api/shapes.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { linksFor, useLogOut } from './user-menu.tsx';

const HOME = { to: href('/'), label: 'shell.homeLink' } as const;
const GUEST = [
  { to: href('/login'), label: 'shell.login' },
  { to: href('/signup'), label: 'shell.signup' },
] as const;

interface NavigationMenuProps {
  readonly user: User | undefined;
  readonly isGuest: boolean;
}

/** The hamburger of small and medium widths: every link of the header in one list. */
export function NavigationMenu({ user, isGuest }: NavigationMenuProps) {
  const { t } = useTranslation();
  const leave = useLogOut();
  const links = [HOME, ...(isGuest ? GUEST : []), ...(user === undefined ? [] : linksFor(user))];
  const entries = links.map(({ to, label }) => ({ id: to, to, label: t(label) }));
  const last = { id: 'logout', className: 'menu__item--last', label: t('shell.logout'), onAction: leave };
  return (
    <MenuButton
      className="icon-button header__burger"
      label={t('shell.menu')}
      entries={user === undefined ? entries : [...entries, last]}
    >
      <MenuIcon aria-hidden="true" />
    </MenuButton>
  );
}
