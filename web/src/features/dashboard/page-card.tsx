import { ChartColumn, ExternalLink, Pencil, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { useFormat } from '../../i18n/use-format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { PageCardFragment } from './page-card.generated.ts';
import { Trend } from './trend.tsx';

interface PageCardProps {
  readonly page: PageCardFragment;
  readonly onAnalytics: () => void;
  readonly onShare: () => void;
}

/** A page of the driver: its state, its week, and its actions. */
export function PageCard({ page, onAnalytics, onShare }: PageCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = page.displayName || t('dashboard.untitled');
  return (
    <article className="page-card">
      <div className="page-card__face" data-state={page.state}>
        <Avatar name={name} picture={page.avatar ?? undefined} />
      </div>
      <div className="page-card__about">
        <h2 className="page-card__name" dir="auto">
          {name}
        </h2>
        <p className="page-card__id">
          <span className="visually-hidden">{t('dashboard.id')} </span>
          <code>{page.id}</code>
        </p>
        <p className="page-card__facts">
          <StateBadge state={page.state} />
          <span>{t('dashboard.created', { date: format.date(page.createdAt) })}</span>
          <Views count={page.viewCount} />
        </p>
      </div>
      {page.week !== null && <Week {...page.week} />}
      <div className="page-card__actions">
        <Link
          className="btn btn--primary"
          to={href('/editor/:id', { id: page.id })}
          aria-label={t('dashboard.editNamed', { name })}
        >
          <Pencil aria-hidden="true" />
          {t('dashboard.edit')}
        </Link>
        <a
          className="btn btn--secondary"
          href={href('/d/:id', { id: page.id })}
          target="_blank"
          rel="noopener"
          aria-label={t('dashboard.viewNamed', { name })}
        >
          <ExternalLink aria-hidden="true" />
          {t('dashboard.view')}
        </a>
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
        <button
          type="button"
          className="btn btn--secondary"
          aria-haspopup="dialog"
          aria-label={t('dashboard.shareNamed', { name })}
          onClick={onShare}
        >
          <QrCode aria-hidden="true" />
          {t('dashboard.share')}
        </button>
      </div>
    </article>
  );
}

function Views({ count }: { readonly count: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (count === null) return <span>{t('dashboard.noViews')}</span>;
  return (
    <span>
      <strong className="tabular">{format.number(count)}</strong> {t('dashboard.views', { count })}
    </span>
  );
}

/** Calls before views, because calls are the purpose of the card. */
function Week({ views, calls, viewsBefore, callsBefore }: NonNullable<PageCardFragment['week']>) {
  const { t } = useTranslation();
  return (
    <dl className="page-card__week">
      <Figure name={t('dashboard.weekCalls')} now={calls} before={callsBefore} />
      <Figure name={t('dashboard.weekViews')} now={views} before={viewsBefore} />
    </dl>
  );
}

function Figure({ name, now, before }: { readonly name: string; readonly now: number; readonly before: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="tabular">{useFormat().number(now)}</span>
        <Trend now={now} before={before} />
      </dd>
    </div>
  );
}

/** Placeholders of two cards, with the size of real ones. */
export function PageCardSkeleton({ label }: { readonly label: string }) {
  return (
    <Waiting label={label} className="dashboard__list">
      {[0, 1].map((index) => (
        <div key={index} className="page-card" aria-hidden="true">
          <div className="page-card__face page-card__face--empty" />
          <div className="page-card__about">
            <Skeleton width="11rem" height="1.65rem" />
            <Skeleton width="14rem" height="1.3rem" />
            <Skeleton width="16rem" height="1.6rem" />
          </div>
          <div className="page-card__week">
            <Skeleton width="7rem" height="3.4rem" />
            <Skeleton width="7rem" height="3.4rem" />
          </div>
          <div className="page-card__actions">
            {['6rem', '7rem', '8rem', '9rem'].map((width) => (
              <Skeleton key={width} width={width} height="2.75rem" />
            ))}
          </div>
        </div>
      ))}
    </Waiting>
  );
}
