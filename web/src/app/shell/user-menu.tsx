import { Inbox, LayoutGrid, LogOut, ShieldCheck } from 'lucide-react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { isAdmin, isSupport } from '../../api/roles.ts';
import type { User } from '../../api/shapes.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { paths } from '../paths.ts';
import { useLogOut } from './use-log-out.ts';

export function UserMenu({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const leave = useLogOut();
  return (
    <MenuTrigger>
      <Button className="user-button" aria-label={t('shell.userMenu', { name: user.username })}>
        <Avatar name={user.username} picture={user.avatar ?? undefined} />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={t('shell.userMenu', { name: user.username })}>
          <MenuSection>
            <Header className="menu__person">
              <strong>{user.username}</strong>
              <span>{user.email}</span>
            </Header>
            <MenuItem className="menu__item" href={paths.dashboard}>
              <LayoutGrid aria-hidden="true" />
              {t('shell.yourPages')}
            </MenuItem>
            {isAdmin(user.role) && (
              <MenuItem className="menu__item" href={paths.admin}>
                <ShieldCheck aria-hidden="true" />
                {t('admin.title')}
              </MenuItem>
            )}
            {isSupport(user.role) && (
              <MenuItem className="menu__item" href={paths.support}>
                <Inbox aria-hidden="true" />
                {t('support.title')}
              </MenuItem>
            )}
            <MenuItem className="menu__item" onAction={leave}>
              <LogOut aria-hidden="true" />
              {t('shell.logout')}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
