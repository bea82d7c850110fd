import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FilterGroup } from '../../../lists/filter-group.tsx';
import { FilterSelect } from '../../../lists/filter-select.tsx';
import type { PageTallyFragment } from './filters.generated.ts';

export const STATES = ['ACTIVE', 'INACTIVE', 'UNCLAIMED', 'DEACTIVATED'] as const;
const OWNERSHIPS = ['CLAIMED', 'UNCLAIMED'] as const;

export type StateFilter = (typeof STATES)[number];
type ClaimedFilter = (typeof OWNERSHIPS)[number];

/** Filters of the list, apart from the search. */
interface PageFilter {
  readonly state: StateFilter | undefined;
  readonly claimed: ClaimedFilter | undefined;
}

/** Filters in the URL; ignores unknown values. */
export function filterIn(params: URLSearchParams): PageFilter {
  const [state, claimed] = [params.get('state'), params.get('claimed')];
  return { state: STATES.find((one) => one === state), claimed: OWNERSHIPS.find((one) => one === claimed) };
}

/** Number of pages per choice, with the other filter unchanged. */
function countsOf(tallies: readonly PageTallyFragment[], { state, claimed }: PageFilter) {
  const sum = (stateFilter: string | undefined, claimedFilter: string | undefined) =>
    tallies
      .filter((tally) => stateFilter === undefined || tally.state === stateFilter)
      .filter((tally) => claimedFilter === undefined || tally.claimed === (claimedFilter === 'CLAIMED'))
      .reduce((total, { count }) => total + count, 0);
  return {
    state: (one: StateFilter | undefined) => sum(one, claimed),
    claimed: (one: ClaimedFilter | undefined) => sum(state, one),
  };
}

interface FiltersProps {
  /** Absent until they are loaded. */
  readonly tallies: readonly PageTallyFragment[] | undefined;
}

/** Filters of the list, each choice a link with the number of pages it would show. */
export const Filters = memo(function Filters({ tallies }: FiltersProps) {
  const { t } = useTranslation();
  const states = t('state', { returnObjects: true });
  const ownerships = t('adminPages.ownership', { returnObjects: true });
  const [params] = useSearchParams();
  const filter = filterIn(params);
  const counts = tallies && countsOf(tallies, filter);
  return (
    <>
      <FilterGroup
        label={t('adminPages.byState')}
        heading={t('adminPages.stateHead')}
        name="state"
        chosen={filter.state}
        choices={[undefined, ...STATES]}
        words={(one) => (one === undefined ? t('adminPages.anyState') : states[one])}
        count={counts?.state}
      />
      <FilterSelect
        label={t('adminPages.byOwner')}
        name="claimed"
        chosen={filter.claimed}
        choices={OWNERSHIPS}
        words={(one) => (one === undefined ? t('adminPages.anyOwner') : ownerships[one])}
        count={counts?.claimed}
      />
    </>
  );
});
