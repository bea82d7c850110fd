import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Announcements } from './announcements.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export function SiteShell() {
  const { t } = useTranslation();
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <Announcements />
      <Header />
      <main id="main" className="shell__main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
