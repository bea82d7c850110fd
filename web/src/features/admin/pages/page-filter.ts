import type { PageTallyFragment } from './page-filter.generated.ts';

export const STATES = ['ACTIVE', 'INACTIVE', 'UNCLAIMED', 'DEACTIVATED'] as const;
export const OWNERSHIPS = ['CLAIMED', 'UNCLAIMED'] as const;

export type StateFilter = (typeof STATES)[number];
export type ClaimedFilter = (typeof OWNERSHIPS)[number];

/** Filters of the list, apart from the search. */
export interface PageFilter {
  readonly state: StateFilter | undefined;
  readonly claimed: ClaimedFilter | undefined;
}

/** Filters in the URL; ignores unknown values. */
export function filterIn(params: URLSearchParams): PageFilter {
  const [state, claimed] = [params.get('state'), params.get('claimed')];
  return { state: STATES.find((one) => one === state), claimed: OWNERSHIPS.find((one) => one === claimed) };
}

/** Number of pages per choice, with the other filter unchanged. */
export function countsOf(tallies: readonly PageTallyFragment[], { state, claimed }: PageFilter) {
  const sum = (wantedState: string | undefined, wantedClaimed: string | undefined) =>
    tallies
      .filter((tally) => wantedState === undefined || tally.state === wantedState)
      .filter((tally) => wantedClaimed === undefined || tally.claimed === (wantedClaimed === 'CLAIMED'))
      .reduce((total, { count }) => total + count, 0);
  return {
    state: (one: StateFilter | undefined) => sum(one, claimed),
    claimed: (one: ClaimedFilter | undefined) => sum(state, one),
  };
}
