import { useTranslation } from 'react-i18next';
import { href, useRouteLoaderData } from 'react-router';
import type { RuntimeConfig } from '../../app/config.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CompanyPanel } from './company-panel.tsx';
import { ContactForm } from './contact-form.tsx';
import './contact.css';

function ContactPage() {
  const { t } = useTranslation();
  const company = useRouteLoaderData<RuntimeConfig>('root')?.company ?? {};
  return (
    <div className="contact page">
      <div className="contact__main">
        <PageHeading title={t('contact.title')} className="screen-title" />
        <p className="contact__lede">{t('contact.lede')}</p>
        <ContactForm />
      </div>
      <aside className="contact__side">
        <CompanyPanel company={company} />
        <ButtonLink look="secondary" to={href('/')}>
          {t('failure.goHome')}
        </ButtonLink>
      </aside>
    </div>
  );
}

export { ContactPage as Component };
