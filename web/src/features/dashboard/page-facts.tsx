import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { STEPS_ANCHOR } from '../../browser/steps-anchor.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { missingParts } from './missing-parts.ts';
import type { PageCardFragment } from './page-card.generated.ts';
import './page-facts.css';

interface PageFactsProps {
  readonly page: PageCardFragment;
}

/** Id, date of creation and all views. */
export function PageFacts({ page }: PageFactsProps) {
  const { t, format } = useLocale();
  return (
    <>
      <span>
        <span className="visually-hidden">{t('dashboard.id')} </span>
        <code className="page-id" translate="no" dir="ltr">
          {page.id}
        </code>
      </span>
      <span>{t('dashboard.created', { date: format.date(page.createdAt) })}</span>
      <Views count={page.viewCount} />
    </>
  );
}

function Views({ count }: { readonly count: number | null }) {
  const { t, format } = useLocale();
  if (count === null) return <span>{t('dashboard.noViews')}</span>;
  return (
    <span>
      <strong className="tabular">{format.number(count)}</strong> {t('dashboard.views', { count })}
    </span>
  );
}

/** Why a page is blocked and which of its cards are lost, with the way to each. */
export function PageTroubles({ page }: PageFactsProps) {
  const { t } = useTranslation();
  const lost = page.cards.filter(({ status }) => status === 'LOST').length;
  return (
    <>
      {page.state === 'DEACTIVATED' && (
        <Link className="page-trouble" to={href('/history/:id', { id: page.id })}>
          {t('dashboard.deactivatedWhy')}
        </Link>
      )}
      {lost > 0 && (
        <Link
          className="page-trouble page-trouble--lost state-badge state-badge--deactivated"
          to={href('/cards/:id', { id: page.id })}
        >
          {t('dashboard.lost', { count: lost })}
        </Link>
      )}
    </>
  );
}

/** What the card lacks, and the way to complete it. */
export function MissingParts({ page }: PageFactsProps) {
  const { t, format } = useLocale();
  const parts = missingParts(page);
  if (parts.length === 0) return null;
  const names = t('dashboard.missing.parts', { returnObjects: true });
  const what = format.list(parts.map((part) => names[part]));
  const hidden = parts.includes('name');
  return (
    <Link
      className={`page-missing ${hidden ? 'page-missing--hidden' : ''}`}
      to={{ pathname: href('/editor/:id', { id: page.id }), hash: STEPS_ANCHOR }}
    >
      <span>
        {t(hidden ? 'dashboard.missing.hidden' : 'dashboard.missing.text', { what })}{' '}
        <strong>{t('dashboard.missing.complete')}</strong>
      </span>
      <ArrowRight aria-hidden="true" />
    </Link>
  );
}
