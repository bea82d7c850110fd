import { UserRound } from 'lucide-react';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { useSession } from '../../session/use-session.ts';
import { LanguageMenu } from '../../ui/language-menu.tsx';
import { Logo } from '../../ui/logo.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { NavigationMenu } from './navigation-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';

/** Whether the document is prepared for a signed-in user who is not known yet. */
export const ForSomebody = createContext(false);

export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const forSomebody = useContext(ForSomebody);
  return (
    <header className="header page">
      <Link to={href('/')} className="header__home" aria-label={t('shell.home')}>
        <Logo />
      </Link>
      <div className="header__end">
        <div className="header__switches">
          <LanguageMenu />
          <ThemeSwitch />
        </div>
        {session !== null ? <UserMenu user={session.user} /> : forSomebody ? <Somebody /> : <GuestLinks />}
        <NavigationMenu user={session?.user} isGuest={session === null && !forSomebody} />
      </div>
    </header>
  );
}

function Somebody() {
  return (
    <span className="user-button">
      <span className="avatar avatar--somebody" />
    </span>
  );
}

/** Side by side if there is room, else in one menu. */
function GuestLinks() {
  const { t } = useTranslation();
  return (
    <>
      <nav className="header__guest" aria-label={t('shell.account')}>
        <Link to={href('/login')} className="btn btn--quiet">
          {t('shell.login')}
        </Link>
        <Link to={href('/signup')} className="btn btn--primary">
          {t('shell.signup')}
        </Link>
      </nav>
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
    </>
  );
}
