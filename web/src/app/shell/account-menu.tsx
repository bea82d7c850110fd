import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { MenuButton } from '../../ui/menu-button.tsx';

/** Login and sign-up on small screens. */
export function AccountMenu() {
  const { t } = useTranslation();
  return (
    <MenuButton
      className="icon-button header__account"
      label={t('shell.account')}
      entries={[
        { id: 'login', to: href('/login'), label: t('shell.login') },
        { id: 'signup', to: href('/signup'), label: t('shell.signup') },
      ]}
    >
      <UserRound aria-hidden="true" />
    </MenuButton>
  );
}
