import type { ApolloClient } from '@apollo/client';
import { MOST_PAGES_CHANGED } from '@volant/proto/text/lengths';
import { v4 as uuid } from 'uuid';
import { ApiError, NetworkError } from '../../../api/api-error.ts';
import type { ListOrder } from '../../../lists/list-part.tsx';
import {
  ChangePagesDocument,
  type ChangePagesMutation,
  type PageColumn,
  type PageFilter,
  PagesToChangeDocument,
  type PagesToChangeQueryVariables,
  type SelectedPageFragment,
} from './change-pages.generated.ts';
import type { GivenReason } from './reason-field.tsx';

export type SelectedPage = Omit<SelectedPageFragment, '__typename'>;
export interface ListFilter {
  readonly search?: string;
  readonly state?: NonNullable<PageFilter['state']>;
  readonly claimed?: NonNullable<PageFilter['claimed']>;
}

const READ_AT_ONCE = 1_000;
/** Requests at a time: while the server works on one, the next is already being sent. */
const SENT_AT_ONCE = 2;
/** Bytes of the changes of one request, which stays below the server's limit. */
const GROUP_BYTES = 60_000;
/** How many times a request is sent while no answer arrives or the service is unavailable. */
const TRIES = 4;
const DELAY_MS = 1_000;

/** What an administrator may change in many pages. */
export interface PageChange {
  readonly state?: SelectedPage['state'];
  readonly ownerId?: string | null;
  readonly displayName?: string | null;
}

export interface RequestedChange {
  readonly page: SelectedPage;
  readonly change: PageChange;
}

type Outcome = Omit<ChangePagesMutation['changePages'][number], '__typename'>;

/**
 * Changes in progress. The key and the place of its first page name each request, so that a repeated one has no effect.
 */
export interface ChangeRun {
  readonly key: string;
  readonly requested: readonly RequestedChange[];
  /** Of the pages that are deactivated. */
  readonly reason: GivenReason | undefined;
  /** By the places of the pages; grows in place, because there may be 100,000. */
  readonly outcomes: (Outcome | undefined)[];
}

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** Number of pages with an outcome. */
export function doneIn({ outcomes }: ChangeRun): number {
  return outcomes.filter((one) => one !== undefined).length;
}

/** Reads everything that matches, oldest last: pages made meanwhile do not shift it. */
export async function readSelected(
  client: ApolloClient,
  filter: ListFilter,
  leftOut: ReadonlySet<string>,
  { signal, onProgress }: Following,
): Promise<readonly SelectedPage[]> {
  const pages: SelectedPage[] = [];
  let read = 0;
  for (let after: string | null | undefined = null; ; ) {
    const list = await readPart(client, { first: READ_AT_ONCE, after, filter });
    signal.throwIfAborted();
    for (const page of list.nodes) if (!leftOut.has(page.id)) pages.push(page);
    read += list.nodes.length;
    onProgress(read);
    if (!list.pageInfo.hasNextPage) return pages;
    after = list.pageInfo.endCursor;
  }
}

/** Reads rows of the list by their places. */
export async function readRange(
  client: ApolloClient,
  filter: ListFilter,
  order: ListOrder<PageColumn> | undefined,
  from: number,
  count: number,
): Promise<readonly SelectedPage[]> {
  const pages: SelectedPage[] = [];
  while (pages.length < count) {
    const first = Math.min(READ_AT_ONCE, count - pages.length);
    const list = await readPart(client, { first, offset: from + pages.length, filter, ...order });
    pages.push(...list.nodes);
    if (!list.pageInfo.hasNextPage) break;
  }
  return pages;
}

async function readPart(client: ApolloClient, variables: PagesToChangeQueryVariables) {
  const { data } = await client.query({ query: PagesToChangeDocument, variables, fetchPolicy: 'no-cache' });
  if (data === undefined) throw new Error('The server sent no pages');
  return data.pages;
}

/**
 * Sends the changes that are left, in groups.
 * @throws ApiError, NetworkError if a group is not answered; a later call goes on with it
 */
export async function runChanges(
  client: ApolloClient,
  run: ChangeRun,
  { signal, onProgress }: Following,
): Promise<void> {
  const { key, requested, reason, outcomes } = run;
  let next = 0;
  let done = doneIn(run);
  const sendGroups = async () => {
    while (next < requested.length && !signal.aborted) {
      const from = next;
      const group = groupFrom(requested, from);
      next += group.length;
      if (outcomes[from] !== undefined) continue;
      const changed = await sendGroup(client, { group, reason, key: `${key}-${from}` }, signal);
      for (const index of group.keys()) {
        const { outcome, version, error } = changed[index] ?? UNKNOWN_OUTCOME;
        outcomes[from + index] = { outcome, version, error };
      }
      done += group.length;
      onProgress(done);
    }
  };
  const stopOthers = (error: unknown) => {
    next = requested.length;
    throw error;
  };
  // Groups that are on their way are waited for: what became of them is reported.
  const ends = await Promise.allSettled(Array.from({ length: SENT_AT_ONCE }, () => sendGroups().catch(stopOthers)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

const UNKNOWN_OUTCOME: Outcome = { outcome: 'REFUSED', version: null, error: null };

/** The same changes on each try, because the key of the request names them. */
function groupFrom(requested: readonly RequestedChange[], from: number): readonly RequestedChange[] {
  let end = from;
  for (let bytes = 0; end < requested.length && end < from + MOST_PAGES_CHANGED; end += 1) {
    bytes += new Blob([JSON.stringify(inputOf(requested[end] as RequestedChange))]).size + 1;
    if (bytes > GROUP_BYTES && end > from) break;
  }
  return requested.slice(from, end);
}

function inputOf({ page: { id, version }, change }: RequestedChange) {
  return { id, expectedVersion: version, ...change };
}

interface Group {
  readonly group: readonly RequestedChange[];
  readonly reason: GivenReason | undefined;
  readonly key: string;
}

async function sendGroup(
  client: ApolloClient,
  { group, reason, key }: Group,
  signal: AbortSignal,
): Promise<ChangePagesMutation['changePages']> {
  const changes = group.map(inputOf);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await client.mutate({
        mutation: ChangePagesDocument,
        variables: { changes, ...reason },
        context: { idempotencyKey: key },
        fetchPolicy: 'no-cache',
      });
      if (data === undefined) throw new Error('The server changed pages and said nothing of it');
      return data.changePages;
    } catch (error) {
      const wait = waitAfter(error);
      if (wait === undefined || attempt === TRIES || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * attempt));
    }
  }
}

/** Milliseconds; undefined for an error that a retry does not mend. */
function waitAfter(error: unknown): number | undefined {
  if (error instanceof NetworkError) return DELAY_MS;
  if (!(error instanceof ApiError) || (error.status < 500 && error.status !== 429)) return undefined;
  return error.retryAfter === undefined ? DELAY_MS : error.retryAfter * 1_000;
}

/**
 * The changes that restore every page as it was before. Leaves out pages that were taken from an owner, because their
 * content is erased.
 */
export function undoOf({ requested, outcomes }: ChangeRun): readonly RequestedChange[] {
  return requested.flatMap(({ page, change }, place) => {
    const { outcome, version } = outcomes[place] ?? UNKNOWN_OUTCOME;
    if (outcome !== 'DONE' || version == null) return [];
    const { state, ownerId, displayName } = page;
    const now = { ...page, version };
    if (change.ownerId === undefined) return [{ page: now, change: { state } }];
    return ownerId === null ? [{ page: now, change: { ownerId, state, displayName: displayName || null } }] : [];
  });
}

/** The run that undoes another one as far as possible; undefined if that is nothing. */
export function undoRunOf(run: ChangeRun): ChangeRun | undefined {
  const requested = undoOf(run);
  if (requested.length === 0) return undefined;
  // An owner is mailed why a page is deactivated again.
  const blocks = requested.some(({ change: { state } }) => state === 'DEACTIVATED');
  return { key: uuid(), requested, reason: blocks ? { commonReason: 'UNDONE', reason: '' } : undefined, outcomes: [] };
}
