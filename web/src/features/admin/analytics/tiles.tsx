import { useTranslation } from 'react-i18next';
import { Trend } from '../../../charts/trend.tsx';
import type { TextKey } from '../../../i18n/text-key.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { BlockReading } from './block.tsx';
import type { AdminEventTotalsQuery } from './event-totals.generated.ts';
import type { AdminPageTotalsQuery, AdminUserTotalQuery } from './totals.generated.ts';

interface TilesProps {
  readonly pages: BlockReading<AdminPageTotalsQuery>;
  readonly users: BlockReading<AdminUserTotalQuery>;
  readonly events: BlockReading<AdminEventTotalsQuery>;
}

/** Five totals, each shown when it arrives, with its change over the period. */
export function Tiles({ pages, users, events }: TilesProps) {
  const { t } = useTranslation();
  const [page, user, event] = [pages.data, users.data, events.data];
  return (
    <section aria-label={t('adminAnalytics.totals')} className="figures__totals">
      <dl className="tiles">
        <Tile
          label="adminAnalytics.totalPages"
          reading={pages}
          value={page?.every.totalCount}
          added={page?.made.totalCount}
        />
        <Tile label="adminAnalytics.activePages" reading={pages} value={page?.active.totalCount} />
        <Tile
          label="adminAnalytics.claimedPages"
          reading={pages}
          value={page?.claimed.totalCount}
          added={page?.claims.totalCount}
        />
        <Tile
          label="adminAnalytics.totalUsers"
          reading={users}
          value={user?.users.totalCount}
          added={user?.joined.totalCount}
        />
        <Tile
          label="adminAnalytics.totalEvents"
          reading={events}
          value={event?.ever.totalEvents}
          added={event?.globalAnalytics.totalEvents}
        />
      </dl>
    </section>
  );
}

interface TileProps {
  readonly label: TextKey;
  readonly reading: BlockReading<unknown>;
  readonly value: number | undefined;
  /** What the period added to it. */
  readonly added?: number | undefined;
}

function Tile({ label, reading, value, added }: TileProps) {
  const { t, format } = useLocale();
  const waiting = value === undefined && reading.error === undefined;
  return (
    <div className="tile" aria-busy={waiting || undefined}>
      <dt>{t(label)}</dt>
      <dd className="tabular">
        {waiting ? (
          <Skeleton width="4rem" height="2.1rem" />
        ) : value === undefined ? (
          <span className="tile__none">
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">{t('adminAnalytics.unknown')}</span>
          </span>
        ) : (
          format.number(value)
        )}
      </dd>
      <dd className="tile__change">
        {value !== undefined && added !== undefined && <Trend now={value} before={value - added} />}
      </dd>
    </div>
  );
}
