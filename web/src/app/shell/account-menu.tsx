import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/menu-button.tsx';
import { paths } from '../paths.ts';

/** Login and sign-up on small screens. */
export function AccountMenu() {
  const { t } = useTranslation();
  return (
    <MenuButton
      className="icon-button header__account"
      label={t('shell.account')}
      entries={[
        { id: 'login', to: paths.login, label: t('shell.login') },
        { id: 'signup', to: paths.signup, label: t('shell.signup') },
      ]}
    >
      <UserRound aria-hidden="true" />
    </MenuButton>
  );
}
