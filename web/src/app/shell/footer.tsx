import { ChevronDown } from 'lucide-react';
import { type ReactNode, useContext, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, useMatches, useRouteLoaderData } from 'react-router';
import { isWork } from '../../i18n/route-texts.ts';
import { useSession } from '../../session/use-session.ts';
import { Logo } from '../../ui/logo.tsx';
import type { RuntimeConfig } from '../config.ts';
import type { Screen } from '../screen.ts';
import { screens } from '../screens.ts';
import { ForSomebody } from './header.tsx';
import './footer.css';

const thisYear = () => new Date().getFullYear();
/** The year the page was rendered in, so that hydration matches. */
const yearOfPage = () => (typeof document === 'undefined' ? thisYear() : Number(document.documentElement.dataset.year));
const never = () => () => undefined;

function useYear(): number {
  return useSyncExternalStore(never, thisYear, yearOfPage);
}

const linksOf = (column: string) =>
  screens.flatMap(({ path, footer }: Screen) => (footer?.[0] === column ? [[path, footer[1]] as const] : []));

/** On screens of work one line that opens, on all others open. */
export function Footer() {
  const { t } = useTranslation();
  const rights = t('footer.rights', { year: useYear() });
  const onWork = useMatches().some(({ handle }) => isWork(handle));
  if (onWork) {
    return (
      <footer className="footer footer--line">
        <details>
          <summary className="page tabular" aria-label={`${rights} ${t('footer.legal')}`}>
            {rights}
            <ChevronDown aria-hidden="true" />
          </summary>
          <FooterLinks />
        </details>
      </footer>
    );
  }
  return (
    <footer className="footer">
      <FooterLinks>
        <p className="footer__rights tabular">{rights}</p>
      </FooterLinks>
    </footer>
  );
}

function FooterLinks({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const forSomebody = useContext(ForSomebody);
  const signedIn = useSession() !== null || forSomebody;
  const social = useRouteLoaderData<RuntimeConfig>('root')?.social ?? [];
  return (
    <div className="footer__inner page">
      <div className="footer__brand">
        <Logo />
        <p>{t('footer.claim')}</p>
      </div>
      <nav className="footer__links" aria-label={t('footer.quickLinks')}>
        <h2 className="footer__title">{t('footer.quickLinks')}</h2>
        {signedIn ? (
          <Link to={href('/dashboard')}>{t('shell.yourPages')}</Link>
        ) : (
          <>
            <Link to={href('/login')}>{t('shell.login')}</Link>
            <Link to={href('/signup')}>{t('shell.signup')}</Link>
          </>
        )}
        <Link to="/#products">{t('footer.products')}</Link>
        {linksOf('quick').map(([path, text]) => (
          <Link key={path} to={path}>
            {t(text)}
          </Link>
        ))}
      </nav>
      <nav className="footer__links" aria-labelledby="footer-legal">
        <h2 id="footer-legal" className="footer__title">
          {t('footer.legal')}
        </h2>
        {linksOf('legal').map(([path, text]) => (
          <Link key={path} to={path}>
            {t(text)}
          </Link>
        ))}
      </nav>
      {social.length > 0 && (
        <nav className="footer__links" aria-label={t('footer.social')}>
          <h2 className="footer__title">{t('footer.social')}</h2>
          {social.map(({ name, url }) => (
            <a key={url} href={url} target="_blank" rel="noopener">
              {name}
            </a>
          ))}
        </nav>
      )}
      {children}
    </div>
  );
}
