import { useTranslation } from 'react-i18next';
import { href, useRouteLoaderData } from 'react-router';
import type { RuntimeConfig } from '../../app/config.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
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

/** Operator and response time. Omits what the operator has not set. */
export function CompanyPanel({ company }: { readonly company: NonNullable<RuntimeConfig['company']> }) {
  const { t } = useTranslation();
  const { name, address, email } = company;
  return (
    <section className="company" aria-labelledby="company-title">
      <h2 id="company-title" className="company__title">
        {t('contact.company')}
      </h2>
      <dl className="company__list">
        {name !== undefined && (
          <div>
            <dt>{t('contact.companyName')}</dt>
            <dd>{name}</dd>
          </div>
        )}
        {address !== undefined && (
          <div>
            <dt>{t('contact.address')}</dt>
            <dd className="company__address">{address}</dd>
          </div>
        )}
        {email !== undefined && (
          <div>
            <dt>{t('form.email')}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('contact.response')}</dt>
          <dd>{t('contact.responseTime')}</dd>
        </div>
      </dl>
    </section>
  );
}

export { ContactPage as Component };
