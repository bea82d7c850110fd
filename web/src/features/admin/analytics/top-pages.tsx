import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { useLocale } from '../../../i18n/use-locale.ts';
import type { AdminTopPagesQuery } from './top-pages.generated.ts';

/** The ten pages with the most events. Omits pages without a name, which were just deleted. */
export function TopPages({ analytics }: { readonly analytics: AdminTopPagesQuery['globalAnalytics'] }) {
  const { t, format } = useLocale();
  const rows = analytics.topPages.flatMap(({ page, events }) => (page === null ? [] : [{ page, events }]));
  const most = Math.max(1, ...rows.map(({ events }) => events));
  if (rows.length === 0) return <p className="figures__none">{t('adminAnalytics.noEvents')}</p>;
  return (
    <ol className="top-pages">
      {rows.map(({ page: { id, displayName, owner }, events }) => (
        <li key={id} className="top-pages__page">
          <span className="top-pages__about">
            <PageLink id={id} displayName={displayName} />
            <span className="top-pages__owner" dir="auto">
              {owner?.username ?? t('adminAnalytics.noOwner')}
            </span>
          </span>
          <span className="tabular">{t('adminAnalytics.events', format.counted(events))}</span>
          <span className="top-pages__bar" style={{ transform: `scaleX(${events / most})` }} aria-hidden="true" />
        </li>
      ))}
    </ol>
  );
}

export function PageLink({ id, displayName }: { readonly id: string; readonly displayName: string }) {
  const { t } = useTranslation();
  return (
    <a href={href('/d/:id', { id })} target="_blank" rel="noopener" dir="auto">
      {displayName || id}
      <span className="visually-hidden">{t('adminBulk.newTab')}</span>
    </a>
  );
}
