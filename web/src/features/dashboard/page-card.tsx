import { ArrowRight, ChartColumn, Ellipsis, ExternalLink, Pencil, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href, Link } from 'react-router';
import { STEPS_ANCHOR } from '../../browser/steps-anchor.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { missingParts } from './missing-parts.ts';
import type { PageCardFragment } from './page-card.generated.ts';
import { WeekFigures } from './week-figures.tsx';
import './page-card.css';

interface PageCardProps {
  readonly page: PageCardFragment;
  readonly onAnalytics: () => void;
  readonly onShare: () => void;
}

/** A page of the driver: its state, what it lacks, its week, and its actions. */
export function PageCard({ page, onAnalytics, onShare }: PageCardProps) {
  const { t, format } = useLocale();
  const name = page.displayName || t('dashboard.untitled');
  return (
    <article className="page-card">
      <div className="page-card__face" data-state={page.state}>
        <Avatar name={name} picture={page.avatar ?? undefined} />
      </div>
      <div className="page-card__about">
        <h2 className="page-card__name" dir="auto" translate="no">
          {name}
        </h2>
        <p className="page-card__facts">
          <StateBadge state={page.state} />
          {page.state === 'DEACTIVATED' && (
            <Link to={href('/history/:id', { id: page.id })}>{t('dashboard.deactivatedWhy')}</Link>
          )}
          <LostCards page={page} />
          <span>
            <span className="visually-hidden">{t('dashboard.id')} </span>
            <code translate="no" dir="ltr">
              {page.id}
            </code>
          </span>
          <span>{t('dashboard.created', { date: format.date(page.createdAt) })}</span>
          <Views count={page.viewCount} />
        </p>
      </div>
      <Missing page={page} />
      {page.week !== null && <WeekFigures week={page.week} />}
      <div className="page-card__actions">
        <Link
          className="page-card__action"
          to={href('/editor/:id', { id: page.id })}
          aria-label={t('dashboard.editNamed', { name })}
        >
          <Pencil aria-hidden="true" />
          {t('dashboard.edit')}
        </Link>
        <a
          className="page-card__action"
          href={href('/d/:id', { id: page.address })}
          target="_blank"
          rel="noopener"
          aria-label={t('dashboard.viewNamed', { name })}
        >
          <ExternalLink aria-hidden="true" />
          {t('dashboard.view')}
        </a>
        <button
          type="button"
          className="page-card__action"
          aria-haspopup="dialog"
          aria-label={t('dashboard.analyticsNamed', { name })}
          onClick={onAnalytics}
        >
          <ChartColumn aria-hidden="true" />
          {t('dashboard.analytics')}
        </button>
        <button
          type="button"
          className="page-card__action"
          aria-haspopup="dialog"
          aria-label={t('dashboard.shareNamed', { name })}
          onClick={onShare}
        >
          <QrCode aria-hidden="true" />
          {t('dashboard.share')}
        </button>
        <MenuButton
          className="page-card__action page-card__others"
          label={t('dashboard.othersNamed', { name })}
          entries={[
            { id: 'cards', label: t('dashboard.cards'), to: href('/cards/:id', { id: page.id }) },
            { id: 'history', label: t('dashboard.history'), to: href('/history/:id', { id: page.id }) },
          ]}
        >
          <Ellipsis aria-hidden="true" />
          <span>{t('dashboard.others')}</span>
        </MenuButton>
      </div>
    </article>
  );
}

/** Says that cards of the page are reported lost, and leads to them. */
function LostCards({ page }: { readonly page: PageCardFragment }) {
  const { t } = useTranslation();
  const count = page.cards.filter(({ status }) => status === 'LOST').length;
  if (count === 0) return null;
  return (
    <Link className="page-card__lost state-badge state-badge--deactivated" to={href('/cards/:id', { id: page.id })}>
      {t('dashboard.lost', { count })}
    </Link>
  );
}

/** What the card lacks, and the way to complete it. */
function Missing({ page }: { readonly page: PageCardFragment }) {
  const { t, format } = useLocale();
  const parts = missingParts(page);
  if (parts.length === 0) return null;
  const names = t('dashboard.missing.parts', { returnObjects: true });
  const what = format.list(parts.map((part) => names[part]));
  const hidden = parts.includes('name');
  return (
    <Link
      className={`page-card__missing ${hidden ? 'page-card__missing--hidden' : ''}`}
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

function Views({ count }: { readonly count: number | null }) {
  const { t, format } = useLocale();
  if (count === null) return <span>{t('dashboard.noViews')}</span>;
  return (
    <span>
      <strong className="tabular">{format.number(count)}</strong> {t('dashboard.views', { count })}
    </span>
  );
}

/** Placeholders of two cards, with the size of real ones. */
export function PageCardSkeleton({ label }: { readonly label: string }) {
  return (
    <Waiting label={label} className="dashboard__list stack gap-3">
      {[0, 1].map((index) => (
        <div key={index} className="page-card" aria-hidden="true">
          <div className="page-card__face page-card__face--empty" />
          <div className="page-card__about">
            <Skeleton width="11rem" height="1.5rem" />
            <Skeleton width="16rem" height="1.4rem" />
          </div>
          <div className="week">
            <Skeleton width="6.5rem" height="2rem" />
            <Skeleton width="9rem" height="2.6rem" />
          </div>
          <div className="page-card__actions">
            {['3.5rem', '3.5rem', '4.5rem', '4rem'].map((width, action) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two actions have the same width
              <Skeleton key={action} width={width} height="3.25rem" />
            ))}
          </div>
        </div>
      ))}
    </Waiting>
  );
}
