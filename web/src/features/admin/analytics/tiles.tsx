import { useTranslation } from 'react-i18next';
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

/** Five totals, each shown when it arrives. */
export function Tiles({ pages, users, events }: TilesProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('adminAnalytics.totals')} className="figures__totals">
      <dl className="tiles">
        <Tile label="adminAnalytics.totalPages" reading={pages} value={pages.data?.every.totalCount} />
        <Tile label="adminAnalytics.activePages" reading={pages} value={pages.data?.active.totalCount} />
        <Tile label="adminAnalytics.claimedPages" reading={pages} value={pages.data?.claimed.totalCount} />
        <Tile label="adminAnalytics.totalUsers" reading={users} value={users.data?.users.totalCount} />
        <Tile label="adminAnalytics.totalEvents" reading={events} value={events.data?.globalAnalytics.totalEvents} />
      </dl>
    </section>
  );
}

interface TileProps {
  readonly label: TextKey;
  readonly reading: BlockReading<unknown>;
  readonly value: number | undefined;
}

function Tile({ label, reading, value }: TileProps) {
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
    </div>
  );
}
