import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { withParameters } from '../../browser/with-parameters.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { PageCardFragment } from './page-card.generated.ts';
import { PageCard } from './page-card.tsx';
import { arranged, MANY_PAGES, ORDERS, ROWS_FROM } from './page-order.ts';
import { PageRow } from './page-row.tsx';
import type { CardDialogs } from './use-card-dialogs.tsx';
import { WeekFigures, weekOfAll } from './week-figures.tsx';

interface PageListProps {
  readonly pages: readonly PageCardFragment[];
  /** True if the server has more pages, which a total would lack. */
  readonly partial: boolean;
  readonly dialogs: CardDialogs;
}

/** The cards of the dashboard, or rows of several, with a total above, and search and order above many. */
export function PageList({ pages, partial, dialogs }: PageListProps) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const orders = t('dashboard.order', { returnObjects: true });
  const many = pages.length >= MANY_PAGES;
  const search = (many && params.get('search')) || '';
  const order = ORDERS.find((known) => many && known === params.get('sort')) ?? 'newest';
  const shown = arranged(pages, search, order);
  const OnePage = pages.length < ROWS_FROM ? PageCard : PageRow;
  const total = pages.length > 1 && !partial ? weekOfAll(pages) : undefined;
  return (
    <>
      {total !== undefined && (
        <section className="dashboard__total" aria-labelledby="dashboard-total">
          <h2 id="dashboard-total">{t('dashboard.total', { count: pages.length })}</h2>
          <WeekFigures week={total} />
        </section>
      )}
      {many && (
        <div className="dashboard__tools cluster middle gap-2-4">
          <SearchField label={t('dashboard.search')} parameter="search" />
          <SelectField
            label={t('dashboard.sort')}
            value={order}
            options={ORDERS.map((known) => [known, orders[known]])}
            onChange={({ target }) =>
              setParams((now) => withParameters(now, { sort: target.value === 'newest' ? undefined : target.value }), {
                replace: true,
                state: SAME_SCREEN,
              })
            }
          />
          <Found search={search} count={shown.length} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul className="dashboard__list stack gap-3" role="list">
        {shown.map((page) => (
          <li key={page.id}>
            <OnePage
              page={page}
              name={page.displayName || t('dashboard.untitled')}
              onAnalytics={() => dialogs.open('analytics', page.id)}
              onShare={() => dialogs.open('share', page.id)}
            />
            {dialogs.under(page)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Number of pages found; a live region, as the list changes while the user types. */
function Found({ search, count }: { readonly search: string; readonly count: number }) {
  const { t, format } = useLocale();
  return (
    <p className="dashboard__found" role="status">
      {search !== '' &&
        (count === 0 ? t('dashboard.noneFound', { search }) : t('dashboard.found', format.counted(count)))}
    </p>
  );
}
