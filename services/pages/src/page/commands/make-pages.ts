import { DomainError } from '@volant/infra/errors/domain-error';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { maySee } from '../domain/actor.ts';
import { type PageCreated, pageCodec } from '../domain/events.ts';
import { evolve } from '../domain/evolve.ts';
import { exists, NO_PAGE, pageStream } from '../domain/page.ts';
import { newPublicId } from '../domain/page-id.ts';
import type { IdOfPage } from '../reserved-ids.ts';
import {
  type Caller,
  type CommandPorts,
  type Handled,
  handlePageCommand,
  loadPage,
  metaOf,
  repeatable,
} from './page-commands.ts';

export type NewPage = Omit<PageCreated['data'], 'uid' | 'publicId' | 'createdAt'>;

export const EMPTY_CARD = {
  origin: 'administrator',
  profile: EMPTY_PROFILE,
  avatar: null,
  indexable: false,
} as const satisfies Partial<NewPage>;

/** @throws DomainError OWNER_NOT_FOUND */
export async function requireAccount(ports: CommandPorts, ownerId: string | null): Promise<void> {
  if (ownerId !== null && !(await ports.hasAccount(ownerId))) throw new DomainError('OWNER_NOT_FOUND');
}

export interface CreationOptions {
  /** Scope of the idempotency key: the same key given to two operations creates two things. */
  readonly purpose: 'own page' | 'page with id' | 'series';
  readonly requestedId?: string;
  /** Other input of the request, besides the pages. */
  readonly input?: readonly (string | number)[];
  /** Number of the first page to make; the ones before are left to a later call. */
  readonly from?: number;
  /** Called before a page is created; refuses by throwing. */
  readonly admit?: () => Promise<void>;
}

/** A page of a request, with ids that are the same on a retry. */
interface Draft {
  readonly uid: string;
  readonly commandId: string;
  /** Among all pages of the request. */
  readonly place: number;
  readonly page: NewPage;
}

/** Creates one page under a new id or the requested one; see `makePages`. */
export async function makePage(
  ports: CommandPorts,
  page: NewPage,
  caller: Caller,
  options: CreationOptions,
): Promise<Handled> {
  const [made] = await makePages(ports, [page], caller, options);
  if (made === undefined) throw new Error('a page was neither made nor refused');
  return made;
}

/**
 * Creates pages: reserves their ids, appends, and confirms the reservations, each step for all of them at once. A retry
 * gets the pages as they were created, and creates those that the first attempt did not reach.
 * @throws DomainError IDEMPOTENCY_KEY_REUSED if the key was used with another request
 */
export async function makePages(
  ports: CommandPorts,
  pages: readonly NewPage[],
  caller: Caller,
  { purpose, requestedId, input = [], from = 1, admit }: CreationOptions,
): Promise<readonly Handled[]> {
  const all = pages.map((page, place) => {
    const uid = repeatable(ports, caller, purpose, place);
    // The id includes the whole request, so that a key used with another request is detected.
    const request = JSON.stringify([page, requestedId ?? null, input]);
    return { uid, commandId: repeatable(ports, caller, 'CreatePage', uid, request), place, page };
  });
  const drafts = all.slice(from - 1);
  const made =
    caller.idempotencyKey === undefined ? new Map<string, Handled>() : await madeBefore(ports, drafts, caller);
  const left = drafts.filter(({ uid }) => !made.has(uid));
  if (left.length > 0) {
    await admit?.();
    for (const handled of await makeLeft(ports, left, caller, requestedId)) made.set(handled.page.uid, handled);
  }
  return drafts.flatMap(({ uid }) => made.get(uid) ?? []);
}

async function makeLeft(
  ports: CommandPorts,
  drafts: readonly Draft[],
  caller: Caller,
  requestedId: string | undefined,
): Promise<readonly Handled[]> {
  const ids = drafts.map(({ uid }) => ({ publicId: requestedId ?? newPublicId(), uid }));
  // A generated id is taken with a chance of one in 2^120, so nothing retries it.
  if ((await ports.ids.reserveAll(ids)).includes(false)) throw new DomainError('PAGE_ID_TAKEN');

  const now = ports.clock();
  const settled = await Promise.allSettled(
    drafts.map((draft, index) => {
      const createdAt = drafts.length === 1 ? now.toISOString() : inOrder(now, draft.place);
      const { publicId } = ids[index] as IdOfPage;
      return append(ports, { ...draft, page: { ...draft.page, publicId, createdAt } }, now, caller);
    }),
  );
  const theirs: IdOfPage[] = [];
  for (const [index, id] of ids.entries()) {
    const outcome = settled[index];
    if (outcome?.status === 'rejected') await releaseIfRefused(ports, id, outcome.reason);
    // A concurrent retry of the same request has created the page under another id.
    else if (outcome?.value.page.publicId !== id.publicId) await ports.ids.release(id.publicId, id.uid);
    else theirs.push(id);
  }
  await ports.ids.confirmAll(theirs);

  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    // Nothing was written, and not by an earlier attempt either: another request used the key first.
    if (outcome.value.position === undefined) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return outcome.value;
  });
}

/**
 * The time of a page made together with others: microseconds apart within the same millisecond, the first one last, so
 * that lists with the newest on top show them in the order of their numbers, and nothing older in between.
 */
function inOrder(now: Date, place: number): string {
  return now.toISOString().replace('Z', `${String(Math.max(0, 999 - place)).padStart(3, '0')}Z`);
}

async function append(
  ports: CommandPorts,
  { uid, commandId, page }: Omit<Draft, 'place'> & { readonly page: Omit<PageCreated['data'], 'uid'> },
  at: Date,
  caller: Caller,
): Promise<Handled> {
  const data = { ...page, uid };
  const context = { commandId, meta: metaOf(caller), at, newStream: true };
  const { state, version, position } = await handlePageCommand(ports, uid, { type: 'CreatePage', data }, context);
  if (!exists(state)) throw new DomainError('PAGE_NOT_FOUND');
  return { page: state, version, position };
}

/** After an outage or any other error the page may exist; then the id is confirmed later, otherwise it lapses. */
async function releaseIfRefused(ports: CommandPorts, { publicId, uid }: IdOfPage, reason: unknown): Promise<void> {
  if (!(reason instanceof DomainError) || reason.code === 'UNAVAILABLE') return;
  // Refused, but a concurrent retry of the same request may have created the page with this very id.
  const now = await loadPage(ports, uid);
  if (now?.page.publicId !== publicId) await ports.ids.release(publicId, uid);
}

/** Pages that the same request has already created, by uid. */
async function madeBefore(
  ports: CommandPorts,
  drafts: readonly Draft[],
  caller: Caller,
): Promise<Map<string, Handled>> {
  const slices = await Promise.all(drafts.map(({ uid }) => ports.eventStore.readSlice(pageStream(uid), 0)));
  const made = new Map<string, Handled>();
  for (const [place, draft] of drafts.entries()) {
    const commits = slices[place]?.commits ?? [];
    const handled = asMade(commits, draft) ?? (await asItIs(ports, draft.uid, commits, caller));
    if (handled !== undefined) made.set(draft.uid, handled);
  }
  return made;
}

function asMade(commits: readonly Commit[], { commandId }: Draft): Handled | undefined {
  for (const commit of commits) {
    for (const event of eventsOf(pageCodec, [commit])) {
      if (event.type !== 'PageCreated') continue;
      if (commit.commandId !== commandId) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      const page = evolve(NO_PAGE, event);
      if (exists(page)) return { page, version: commit.version, position: undefined };
    }
  }
  return undefined;
}

/** For a page with a history that was rewritten since. */
async function asItIs(
  ports: CommandPorts,
  uid: string,
  commits: readonly Commit[],
  { actor }: Caller,
): Promise<Handled | undefined> {
  if (commits.length === 0) return undefined;
  const present = await loadPage(ports, uid);
  if (present === undefined) return undefined;
  if (!maySee(actor, present.page)) throw new DomainError('PAGE_NOT_FOUND');
  return { ...present, position: undefined };
}
