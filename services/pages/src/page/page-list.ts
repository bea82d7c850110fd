import { DomainError } from '@volant/infra/errors/domain-error';
import { searchTerms } from '@volant/infra/text/searchable';
import { type ListOrder, type ListPart, mapPart, type Paging } from '@volant/infra/views/newest-first';
import { timeRange } from '@volant/infra/views/time-range';
import type { PageColumn, PageConnectionResolvers, PageFilter as PageFilterInput } from '../schema.generated.ts';
import { ownerIdIn, type PagesContext } from './context.ts';
import { pageKey } from './domain/page-id.ts';
import { type ShownPage, shownPage } from './shown-page.ts';
import type { PageFilter, PageQueries, PageRecord } from './view/page-queries.ts';

/** Part of a list of pages, and the filter of the request. */
export interface ShownPageConnection extends ListPart<ShownPage> {
  readonly filter: PageFilter;
}

export const PageConnection = {
  tallies({ filter: { state, claimed, ...searched } }, _, { queries }) {
    return queries.tallies(searched);
  },
} satisfies PageConnectionResolvers;

export async function listPages(
  filter: PageFilter,
  paging: Paging,
  context: PagesContext,
  order: ListOrder<PageColumn> = {},
): Promise<ShownPageConnection> {
  const part = await inOrder(filter, paging, context, order);
  return { ...mapPart(part, (record) => shownPage(record, context.viewer)), filter };
}

/** Only other services know the names of owners and the numbers of events. */
async function inOrder(
  filter: PageFilter,
  paging: Paging,
  { queries, commands: { peopleFound, eventTotals } }: PagesContext,
  { by, descending }: ListOrder<PageColumn>,
) {
  if (by === 'OWNER') return queries.listByOwner(filter, paging, await peopleFound(''), descending ?? false);
  if (by !== 'EVENTS') return queries.list(filter, paging, { by, descending });
  if (eventTotals === undefined) throw new DomainError('UNAVAILABLE');
  return queries.listByEvents(filter, paging, await eventTotals(), descending ?? false);
}

/** @param reference id in any spelling, or the card's URL */
export async function findShown(queries: PageQueries, reference: string): Promise<PageRecord | undefined> {
  const key = pageKey(reference);
  return key === undefined ? undefined : queries.byKey(key);
}

export async function pageFilter(
  input: PageFilterInput | null | undefined,
  { commands: { peopleFound } }: PagesContext,
): Promise<PageFilter> {
  const search = searchTerms(input?.search);
  return {
    // Only identity knows the names and addresses of owners, and normalizes the search itself: pass it as typed.
    ...(search.length === 0 ? {} : { search, orOwnedBy: await peopleFound(input?.search ?? '') }),
    ...(input?.state ? { state: input.state } : {}),
    ...ownedBy(input?.ownerId),
    ...(input?.claimed ? { claimed: input.claimed === 'CLAIMED' } : {}),
    created: timeRange(input?.createdFrom, input?.createdBefore),
    claimedIn: timeRange(input?.claimedFrom, input?.claimedBefore),
  };
}

function ownedBy(given: string | null | undefined): Pick<PageFilter, 'ownerId'> {
  const ownerId = ownerIdIn(given);
  return ownerId === null ? {} : { ownerId };
}
