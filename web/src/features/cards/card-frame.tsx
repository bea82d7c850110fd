import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { LanguageMenu } from '../../ui/language-menu.tsx';
import { Logo } from '../../ui/logo.tsx';
import './card-screens.css';

/** Frame of card screens without a profile: a small header, and "Powered by" below. */
export function CardFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="card-frame">
      <header className="card-frame__head page">
        <Link to={href('/')} aria-label={t('shell.home')} className="card-frame__home">
          <Logo />
        </Link>
        <LanguageMenu />
      </header>
      <main className="card-frame__main">{children}</main>
      <footer className="card-frame__foot page">
        {t('card.poweredBy')} <strong>Volant</strong>
      </footer>
    </div>
  );
}
