import { UserRound } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';

/** Login and sign-up on small screens. */
export function AccountMenu() {
  const { t } = useTranslation();
  return (
    <MenuTrigger>
      <Button className="icon-button header__account" aria-label={t('shell.account')}>
        <UserRound aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={t('shell.account')}>
          <MenuItem className="menu__item" href={paths.login}>
            {t('shell.login')}
          </MenuItem>
          <MenuItem className="menu__item" href={paths.signup}>
            {t('shell.signup')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
