import type { EventTotals } from '@volant/infra/process/server/remote-service';
import { getInOrder } from '@volant/infra/views/get-in-order';
import {
  idsInOrder,
  type ListOrder,
  type ListPart,
  listInOrder,
  listOfIds,
  mapPart,
  orderOf,
  type Paging,
} from '@volant/infra/views/newest-first';
import { searchFilter } from '@volant/infra/views/search-filter';
import type { TimeRange } from '@volant/infra/views/time-range';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { ExistingPage, PageState } from '../domain/page.ts';
import type { PageDocument } from './page-document.ts';

/** A page at a version of its stream. */
export interface PageRecord {
  readonly page: ExistingPage;
  readonly version: number;
}

export interface PageFilter {
  readonly ownerId?: string;
  /** Leaves out cards that lead to another page. */
  readonly pagesOnly?: true;
  readonly state?: PageState;
  /** Whether the page has an owner. */
  readonly claimed?: boolean;
  /** By `searchTerms`. */
  readonly search?: readonly string[];
  /** With `search`: also finds the pages of these people. */
  readonly orOwnedBy?: readonly string[];
  readonly created?: TimeRange | undefined;
  /** Of the present owner. */
  readonly claimedIn?: TimeRange | undefined;
}

/** The field of each column that a list can be ordered by. */
const ORDERS = { CREATED: 'createdAt', NAME: 'nameOrder', ID: 'idOrder', STATE: 'state' } as const;

/** Number of pages of one kind. */
export interface PageTally {
  readonly state: PageState;
  readonly claimed: boolean;
  readonly count: number;
}

export function createPageQueries(view: View<PageDocument>) {
  return {
    /** In the order of the uids; undefined for a missing page. */
    async byUids(uids: readonly string[]) {
      return (await getInOrder(view, uids)).map((document) => document && record(document));
    },

    /** Cards that lead to the pages, oldest first. */
    cardsOf: async (uids: readonly string[]) =>
      (await view.findFields({ leadsTo: { $in: [...uids] } }, SHOWN, { sort: { createdAt: 1 } })).map(record),

    /** By the lower-case form of an id or former id. */
    async byKey(key: string) {
      const [document] = await view.find({ keys: key }, { limit: 1 });
      return document && record(document);
    },

    /** By default newest first. */
    async list(filter: PageFilter, paging: Paging, order: ListOrder<keyof typeof ORDERS> = {}) {
      return listed(await listInOrder(view, orderOf(ORDERS, order), viewFilter(filter), paging, SHOWN));
    },

    /**
     * By the names of the owners; pages without an owner come last.
     * @param people ids of all people, by their names
     */
    async listByOwner(filter: PageFilter, paging: Paging, people: readonly string[], descending: boolean) {
      const places = new Map(people.map((id, place) => [id, place]));
      const matching = viewFilter(filter);
      const [owned, free] = await Promise.all([
        view.findFields({ $and: [matching, { claimed: true }] }, ['ownerId'], NEWEST),
        view.findFields({ $and: [matching, { claimed: false }] }, ['createdAt'], NEWEST),
      ]);
      const ids = idsInOrder(owned, ({ ownerId }) => places.get(ownerId ?? '') ?? people.length, descending);
      return listed(await listOfIds(view, [...ids, ...free.map(({ _id }) => _id)], paging));
    },

    /** By the number of events of the present ownership. */
    async listByEvents(
      filter: PageFilter,
      paging: Paging,
      totals: Awaited<ReturnType<EventTotals>>,
      descending: boolean,
    ) {
      const events = new Map(totals.map((total) => [`${total.pageUid} ${total.tenure}`, total.events]));
      const pages = await view.findFields(viewFilter(filter), ['tenure'], NEWEST);
      const ids = idsInOrder(pages, ({ _id, tenure }) => events.get(`${_id} ${tenure}`) ?? 0, descending);
      return listed(await listOfIds(view, ids, paging));
    },

    async tallies(filter: PageFilter) {
      const counted = await view.countBy(viewFilter(filter), ['state', 'claimed']);
      return counted.map(({ values, count }) => ({ ...values, count }));
    },

    /** Number of pages each person owns, in the order of the ids. */
    async countByOwners(ownerIds: readonly string[]) {
      const counted = await view.countBy({ ownerId: { $in: [...ownerIds] }, leadsTo: null }, ['ownerId']);
      const counts = new Map(counted.map(({ values, count }) => [values.ownerId, count]));
      return ownerIds.map((id) => counts.get(id) ?? 0);
    },

    /** Number of pages of each person who has some. */
    async countByOwner() {
      const counted = await view.countBy({ $and: [{ claimed: true }, { leadsTo: null }] }, ['ownerId']);
      return counted.map(({ values, count }) => ({ ownerId: values.ownerId ?? '', pages: count }));
    },

    /** Number of pages a driver has created and still owns. */
    countMadeBy: (userId: string) => view.count({ ownerId: userId, origin: 'driver', tenure: 1 }),
  };
}

export type PageQueries = ReturnType<typeof createPageQueries>;

/** The other half of a document only serves to find it, so lists of thousands leave it out. */
const SHOWN = ['page', 'version'] as const;
const NEWEST = { sort: { createdAt: -1 } } as const;

function listed(part: ListPart<Pick<PageDocument, (typeof SHOWN)[number]>>): ListPart<PageRecord> {
  return mapPart(part, record);
}

function record({ page, version }: Pick<PageDocument, (typeof SHOWN)[number]>): PageRecord {
  return { page, version };
}

function viewFilter(filter: PageFilter): ViewFilter {
  const { ownerId, pagesOnly, state, claimed, search, orOwnedBy = [], created, claimedIn } = filter;
  const found = searchFilter(search ?? []);
  const foundOrOwned = orOwnedBy.length === 0 ? found : { $or: [found, { ownerId: { $in: [...orOwnedBy] } }] };
  return {
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(pagesOnly && { leadsTo: null }),
    ...(state && { state }),
    ...(claimed === undefined ? {} : { claimed }),
    ...(created && { createdAt: created }),
    ...(claimedIn && { 'page.claimedAt': claimedIn }),
    ...(search === undefined ? {} : foundOrOwned),
  };
}
