import { Printer } from 'lucide-react';
import { href, useLocation, useRouteLoaderData } from 'react-router';
import type { RuntimeConfig } from '../../app/config.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { type PolicyName, type PolicySection, policyText } from './policy-texts.ts';
import './policy.css';

interface Policy {
  readonly name: PolicyName;
  /** Title of the browser tab, if two addresses show the same text. */
  readonly documentTitle?: TextKey;
}

/** By the first part of the path. */
const POLICIES: Readonly<Record<string, Policy>> = {
  'privacy-policy': { name: 'privacy' },
  'terms-of-service': { name: 'terms' },
  'refund-policy': { name: 'refund', documentTitle: 'policy.refundTitle' },
  'shipping-policy': { name: 'refund', documentTitle: 'policy.shippingTitle' },
};

function policyAt(pathname: string): Policy {
  const policy = POLICIES[pathname.split('/')[1] ?? ''];
  if (policy === undefined) throw new Error(`there is no policy at ${pathname}`);
  return policy;
}

/** A legal text: title, date, summary box, contents, sections, and a contact link. */
function PolicyPage() {
  const { t, format, language } = useLocale();
  const { pathname } = useLocation();
  const { name, documentTitle } = policyAt(pathname);
  const company = useRouteLoaderData<RuntimeConfig>('root')?.company?.name ?? 'Volant';
  const { title, updated, lede, summary, sections } = policyText(name, language);
  const filled = (text: string) => text.replaceAll('{{company}}', company);
  return (
    <article className="policy page">
      <header className="policy__head">
        <PageHeading title={documentTitle === undefined ? title : t(documentTitle)} className="screen-title">
          {title}
        </PageHeading>
        <p className="policy__lede">{lede}</p>
        <p className="policy__date">
          {t('policy.updated')} <time dateTime={updated}>{format.fullDay(updated)}</time>
        </p>
      </header>
      <section className="policy__summary" aria-labelledby="policy-summary">
        <h2 id="policy-summary" className="policy__subtitle">
          {t('policy.summary')}
        </h2>
        <ul>
          {summary.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      <nav className="policy__contents" aria-labelledby="policy-contents">
        <h2 id="policy-contents" className="policy__subtitle">
          {t('policy.contents')}
        </h2>
        <ol>
          {sections.map(({ id, title: heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="policy__body">
        {sections.map((section) => (
          <Section key={section.id} section={section} filled={filled} />
        ))}
        <footer className="policy__end">
          <p>{t('policy.question')}</p>
          <div className="policy__links cluster gap-3">
            <ButtonLink to={href('/contact')}>{t('contact.title')}</ButtonLink>
            <Button look="secondary" icon={Printer} onClick={() => window.print()}>
              {t('policy.print')}
            </Button>
          </div>
        </footer>
      </div>
    </article>
  );
}

function Section({
  section: { id, title, blocks },
  filled,
}: {
  readonly section: PolicySection;
  readonly filled: (text: string) => string;
}) {
  return (
    <section id={id} className="policy__section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>{filled(block)}</p>
        ) : (
          <ul key={block[0]}>
            {block.map((point) => (
              <li key={point}>{filled(point)}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

export { PolicyPage as Component };
