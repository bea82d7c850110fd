import { Menu as MenuIcon } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { isAdmin, isSupport } from '../../api/roles.ts';
import type { User } from '../../api/shapes.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { paths } from '../paths.ts';
import { useLogOut } from './use-log-out.ts';

type Item = { readonly to: string; readonly label: TextKey };

const guestItems: readonly Item[] = [
  { to: paths.home, label: 'shell.homeLink' },
  { to: paths.login, label: 'shell.login' },
  { to: paths.signup, label: 'shell.signup' },
];

const signedInItems: readonly Item[] = [
  { to: paths.home, label: 'shell.homeLink' },
  { to: paths.dashboard, label: 'shell.yourPages' },
];

const supportItems: readonly Item[] = [{ to: paths.support, label: 'support.title' }];
const adminItems: readonly Item[] = [{ to: paths.admin, label: 'admin.title' }];

function itemsFor(user: User | undefined): readonly Item[] {
  if (user === undefined) return guestItems;
  return [...signedInItems, ...(isAdmin(user.role) ? adminItems : []), ...(isSupport(user.role) ? supportItems : [])];
}

/** The hamburger of small and medium widths: every link of the header in one list. */
export function NavigationMenu({ user }: { readonly user: User | undefined }) {
  const { t } = useTranslation();
  const leave = useLogOut();
  return (
    <MenuTrigger>
      <Button className="icon-button header__burger" aria-label={t('shell.menu')}>
        <MenuIcon aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={t('shell.menu')}>
          {itemsFor(user).map(({ to, label }) => (
            <MenuItem key={to} className="menu__item" href={to}>
              {t(label)}
            </MenuItem>
          ))}
          {user !== undefined && (
            <MenuItem className="menu__item menu__item--last" onAction={leave}>
              {t('shell.logout')}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
