import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { type Failure, fixedFailure } from '../../../api/failure.ts';
import { RankedBars } from '../../../charts/ranked-bars.tsx';
import { RecentEvents } from '../../../charts/recent-events.tsx';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../../ui/skeleton.tsx';
import { DayTotals } from './day-totals.tsx';
import { AdminPageFiguresDocument, type AdminPageFiguresQuery } from './page-figures.generated.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { nameOf } from './use-page-actions.ts';
import './figures.css';

interface FiguresDialogProps {
  readonly page: AdminPageRowFragment;
  readonly onClose: () => void;
}

/** Events of one page, over all its owners. */
export default function FiguresDialog({ page, onClose }: FiguresDialogProps) {
  const { t } = useTranslation();
  const { id } = page;
  const { data, error, loading, refetch } = useQuery(AdminPageFiguresDocument, {
    variables: { id },
  });
  return (
    <Dialog
      title={t('adminPages.figuresTitle', { name: nameOf(page) })}
      close={t('adminPages.close')}
      onClose={onClose}
      look="modal--wide"
    >
      <FailureNotice failure={error && failureFor(id, error)} retry={{ loading, refetch }} />
      {data !== undefined ? (
        <Figures analytics={data.adminPage.adminAnalytics} />
      ) : (
        error === undefined && (
          <Waiting label={t('adminPages.figuresLoading')} className="page-figures">
            <Skeleton width="100%" height="5rem" />
            <Skeleton width="100%" height="12rem" />
            <Skeleton width="100%" height="16rem" />
          </Waiting>
        )
      )}
    </Dialog>
  );
}

/** The specification gives this text in English for both languages. */
function failureFor(id: string, error: unknown): Failure {
  const { offline } = fixedFailure(error, 'analytics.failed');
  return offline ? { key: 'analytics.failed', offline } : { text: `Failed to load analytics for page ${id}`, offline };
}

type Analytics = AdminPageFiguresQuery['adminPage']['adminAnalytics'];

/** The total, event types, days, sources, and the latest events. */
function Figures({ analytics }: { readonly analytics: Analytics }) {
  const { t, format } = useLocale();
  const types = t('analytics.type', { returnObjects: true });
  const { totalEvents, eventsByType, days, recentEvents, topReferrers, topCountries } = analytics;
  const byCount = eventsByType.toSorted((a, b) => b.count - a.count);
  return (
    <div className="page-figures">
      <dl className="page-figures__total">
        <dt>{t('adminAnalytics.totalEvents')}</dt>
        <dd className="tabular">{format.number(totalEvents)}</dd>
      </dl>
      <section>
        <h3>{t('adminPages.days')}</h3>
        <DayTotals days={days} />
        <p className="page-figures__none">{t('analytics.zone')}</p>
      </section>
      <div className="page-figures__pair stack gap-6-8">
        <section>
          <h3>{t('adminAnalytics.byType')}</h3>
          <RankedBars rows={byCount.map(({ type, count }) => [types[type], count])} />
        </section>
        <section>
          <h3>{t('adminAnalytics.latest')}</h3>
          <RecentEvents events={recentEvents} none={t('adminAnalytics.noEvents')} />
        </section>
        <section>
          <h3>{t('adminPages.referrers')}</h3>
          <RankedBars
            rows={topReferrers.map(({ referrer, count }) => [referrer, count])}
            none={t('adminPages.noReferrers')}
          />
        </section>
        <section>
          <h3>{t('adminPages.countries')}</h3>
          <RankedBars
            rows={topCountries.map(({ country, count }) => [format.country(country), count])}
            none={t('adminPages.noCountries')}
          />
        </section>
      </div>
    </div>
  );
}
