import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { href, Link, useRouteLoaderData } from 'react-router';
import type { RuntimeConfig } from '../../app/config.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import './contact-info.css';

const links: readonly { readonly to: string; readonly label: TextKey }[] = [
  { to: href('/our-story'), label: 'footerLinks.story' },
  { to: href('/refund-policy'), label: 'footerLinks.refund' },
  { to: href('/shipping-policy'), label: 'footerLinks.shipping' },
  { to: href('/terms-of-service'), label: 'footerLinks.terms' },
  { to: href('/privacy-policy'), label: 'footerLinks.privacy' },
];

/** Operator and contact details. Omits what the operator has not set. */
function ContactInfoPage() {
  const { t } = useTranslation();
  const company = useRouteLoaderData<RuntimeConfig>('root')?.company ?? {};
  const { name, corporation, address, email, location } = company;
  return (
    <div className="contact-info page">
      <div className="stack at-start gap-5">
        <PageHeading title={t('contactInfo.title')} className="screen-title" />
        <dl className="contact-info__list">
          <Fact term={t('contactInfo.response')}>{t('contact.responseTime')}</Fact>
          {name !== undefined && <Fact term={t('contactInfo.tradeName')}>{name}</Fact>}
          {corporation !== undefined && <Fact term={t('contactInfo.corporation')}>{corporation}</Fact>}
          {email !== undefined && (
            <Fact term={t('contactInfo.email')}>
              <a href={`mailto:${email}`}>{email}</a>
              <CopyButton value={email} label={t('contactInfo.copyEmail')} />
            </Fact>
          )}
          {address !== undefined && (
            <Fact term={t('contactInfo.address')}>
              <span className="contact-info__address">{address}</span>
              <CopyButton value={address} label={t('contactInfo.copyAddress')} />
            </Fact>
          )}
          {location !== undefined && <Fact term={t('contactInfo.location')}>{location}</Fact>}
        </dl>
        <ButtonLink to={href('/contact')}>{t('contact.title')}</ButtonLink>
      </div>
      <nav className="contact-info__links" aria-labelledby="contact-info-links">
        <h2 id="contact-info-links">{t('contactInfo.links')}</h2>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
        <ul role="list">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>
                {t(label)}
                <ChevronRight aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <a href="/licences.txt">
              {t('contactInfo.licences')}
              <ChevronRight aria-hidden="true" />
            </a>
          </li>
        </ul>
      </nav>
    </div>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export { ContactInfoPage as Component };
