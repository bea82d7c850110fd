import { Menu as MenuIcon } from 'lucide-react';
import { href } from 'react-router';
import type { User } from '../../api/shapes.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useLanguageEntries } from '../../ui/language-menu.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { switchTheme, ThemeLabel } from './theme-switch.tsx';
import { linksFor, useLogOut } from './user-menu.tsx';
import './navigation-menu.css';

const HOME = { to: href('/'), label: 'shell.homeLink' } as const;
const GUEST = [
  { to: href('/login'), label: 'shell.login' },
  { to: href('/signup'), label: 'shell.signup' },
] as const;

interface NavigationMenuProps {
  readonly user: User | undefined;
  readonly isGuest: boolean;
}

/** The hamburger of small and medium widths: every link of the header in one list; on a phone its switches, too. */
export function NavigationMenu({ user, isGuest }: NavigationMenuProps) {
  const { t, language } = useLocale();
  const leave = useLogOut();
  const languages = useLanguageEntries();
  const links = [HOME, ...(isGuest ? GUEST : []), ...(user === undefined ? [] : linksFor(user))];
  return (
    <MenuButton
      className="icon-button header__burger"
      label={t('shell.menu')}
      selected={language}
      entries={[
        ...links.map(({ to, label }) => ({ id: to, to, label: t(label) })),
        ...(user === undefined ? [] : [{ id: 'logout', label: t('shell.logout'), onAction: leave }]),
        ...languages.map((entry) => ({ ...entry, className: 'menu__switch' })),
        { id: 'theme', className: 'menu__switch', label: <ThemeLabel />, onAction: switchTheme },
      ]}
    >
      <MenuIcon aria-hidden="true" />
    </MenuButton>
  );
}
