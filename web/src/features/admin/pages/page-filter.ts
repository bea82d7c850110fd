import type { PageTallyFragment } from './page-filter.generated.ts';

export const STATES = ['ACTIVE', 'INACTIVE', 'UNCLAIMED', 'DEACTIVATED'] as const;
export const OWNERSHIPS = ['CLAIMED', 'UNCLAIMED'] as const;

export type StateFilter = (typeof STATES)[number];
export type ClaimedFilter = (typeof OWNERSHIPS)[number];

/** What the list is narrowed to, beside the search. */
export interface PageFilter {
  readonly state: StateFilter | undefined;
  readonly claimed: ClaimedFilter | undefined;
}

/** What the address says; what it does not know is no filter. */
export function filterIn(params: URLSearchParams): PageFilter {
  const [state, claimed] = [params.get('state'), params.get('claimed')];
  return { state: STATES.find((one) => one === state), claimed: OWNERSHIPS.find((one) => one === claimed) };
}

/** How many pages each choice would show, the other filter staying as it is. */
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
