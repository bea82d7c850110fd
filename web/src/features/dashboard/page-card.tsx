import { ChartColumn, ExternalLink, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { CopyLink } from './copy-link.tsx';
import type { PageCardFragment } from './page-card.generated.ts';

/** One page of the driver: how it stands, and what can be done with it. */
export function PageCard({ page, onAnalytics }: { readonly page: PageCardFragment; readonly onAnalytics: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = page.displayName || t('dashboard.untitled');
  return (
    <article className="page-card">
      <div className="page-card__face" data-state={page.state} aria-hidden="true">
        <span>{[...name][0]?.toLocaleUpperCase()}</span>
      </div>
      <div className="page-card__about">
        <h2 className="page-card__name">{name}</h2>
        <p className="page-card__id">
          <span className="visually-hidden">{t('dashboard.id')} </span>
          <code>{page.id}</code>
        </p>
        <p className="page-card__facts">
          <StateBadge state={page.state} />
          <span>{t('dashboard.created', { date: format.date(page.createdAt) })}</span>
        </p>
      </div>
      <Views count={page.viewCount} />
      <div className="page-card__actions">
        <a
          className="btn btn--secondary"
          href={paths.publicPage(page.id)}
          target="_blank"
          rel="noopener"
          aria-label={t('dashboard.viewNamed', { name })}
        >
          <ExternalLink aria-hidden="true" />
          {t('dashboard.view')}
        </a>
        <Link className="btn btn--secondary" to={paths.editor(page.id)} aria-label={t('dashboard.editNamed', { name })}>
          <Pencil aria-hidden="true" />
          {t('dashboard.edit')}
        </Link>
        <button
          type="button"
          className="btn btn--secondary"
          aria-haspopup="dialog"
          aria-label={t('dashboard.analyticsNamed', { name })}
          onClick={onAnalytics}
        >
          <ChartColumn aria-hidden="true" />
          {t('dashboard.analytics')}
        </button>
        <CopyLink id={page.id} name={name} />
      </div>
    </article>
  );
}

function Views({ count }: { readonly count: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (count === null) {
    return (
      <p className="page-card__views">
        <span>{t('dashboard.noViews')}</span>
      </p>
    );
  }
  return (
    <p className="page-card__views">
      <strong className="tabular">{format.number(count)}</strong> <span>{t('dashboard.views', { count })}</span>
    </p>
  );
}
