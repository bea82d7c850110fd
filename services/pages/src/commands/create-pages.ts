import { DomainError } from '@volant/infra/errors/domain-error';
import { pageCodec } from '../page/codec.ts';
import { maySee } from '../page/decide.ts';
import { evolve } from '../page/evolve.ts';
import { exists, NO_PAGE, type PageCreated, type PageState, pageStream } from '../page/page.ts';
import { isAllowedPublicId, newPublicId } from '../page/page-id.ts';
import { EMPTY_PROFILE } from '../page/profile.ts';
import { readSeriesEvent, SERIES_SCHEMA, type SeriesMade, seriesStream } from '../series/series.ts';
import type { PageRecord } from '../views/pages/page-queries.ts';
import {
  type Caller,
  type CommandPorts,
  type Handled,
  loadPage,
  refuseErased,
  repeatableId,
  sendToPage,
  settled,
} from './page-commands.ts';

export const MAX_PAGES_AT_ONCE = 1_000;
/** Enough to share commits of the embedded store, few enough not to crowd out others on a real one. */
const IN_FLIGHT = 250;

export interface CreationOptions {
  /** What a key is good for: the same one given to two operations makes two things. */
  readonly purpose: 'own page' | 'page with id' | 'series';
  readonly wantedId?: string;
  /** What else the request asked for, beside the page itself. */
  readonly asked?: readonly (string | number)[];
  /** Tells the pages of one request apart. */
  readonly index?: number;
  /** Asked before a page is really made; refuses by throwing. */
  readonly admit?: () => Promise<void>;
}

export type NewPage = Omit<PageCreated['data'], 'uid' | 'publicId' | 'createdAt'>;

/**
 * Makes one page under a new id or the wanted one: reserves the id, appends,
 * and makes the reservation lasting. A request that comes again gets its page
 * as it was made.
 * @throws DomainError IDEMPOTENCY_KEY_REUSED where the key came with another request
 */
export async function createPage(
  ports: CommandPorts,
  page: NewPage,
  caller: Caller,
  { purpose, wantedId, index = 0, asked = [], admit }: CreationOptions,
): Promise<Handled> {
  const uid = repeatableId(ports, caller, purpose, index);
  // Named after all that was asked for, so that a key that comes with another request is found out.
  const commandId = repeatableId(ports, caller, 'CreatePage', uid, JSON.stringify([page, wantedId ?? null, asked]));
  const made = caller.idempotencyKey === undefined ? undefined : await madeBefore(ports, uid, commandId, caller);
  if (made !== undefined) return made;

  await admit?.();
  const publicId = await reserveId(ports, uid, wantedId);
  const data = { ...page, uid, publicId, createdAt: ports.clock().toISOString() };
  let handled: Handled;
  try {
    handled = await sendToPage(ports, uid, { type: 'CreatePage', data }, caller, undefined, commandId);
    // The same request, sent twice at once, has made the page under another id.
    if (handled.page.publicId !== publicId) await ports.ids.release(publicId, uid);
    else await ports.ids.confirm(publicId, uid);
  } catch (error) {
    // After an outage or any other error the page may exist; then the id is confirmed later, else it lapses.
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE') {
      // Refused, but the same request sent twice at once may have made the page with this very id.
      const now = await loadPage(ports, uid);
      if (now?.page.publicId !== publicId) await ports.ids.release(publicId, uid);
    }
    throw error;
  }
  // Nothing was written, and not by an earlier try either: another request with the key came first.
  if (handled.position === undefined) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
  return handled;
}

/** The page as the same request made it; undefined where it is not there. */
async function madeBefore(
  ports: CommandPorts,
  uid: string,
  commandId: string,
  { actor }: Caller,
): Promise<Handled | undefined> {
  const commits = await ports.eventStore.readStream(pageStream(uid));
  for (const { commandId: done, version, events } of commits) {
    for (const stored of events) {
      const event = pageCodec.read(stored);
      if (event?.type !== 'PageCreated') continue;
      if (done !== commandId) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      const page = evolve(NO_PAGE, event);
      if (exists(page)) return { page, version, position: undefined };
    }
  }
  // Its history was written anew since, or there is none.
  const present = await loadPage(ports, uid);
  if (present === undefined) return undefined;
  if (!maySee(actor, present.page)) throw new DomainError('PAGE_NOT_FOUND');
  return { ...present, position: undefined };
}

/** Makes a page under an id of the administrator's choice. */
export async function createPageWithId(
  ports: CommandPorts,
  wantedId: string,
  page: NewPage,
  caller: Caller,
): Promise<PageRecord> {
  if (wantedId === '') throw new DomainError('PAGE_ID_REQUIRED');
  if (!isAllowedPublicId(wantedId)) throw new DomainError('PAGE_ID_INVALID');
  await requireAccount(ports, page.ownerId);
  return settled(await createPage(ports, page, caller, { purpose: 'page with id', wantedId }), ports);
}

export interface WantedSeries {
  readonly quantity: number;
  /** Set before the number in the display names; without it they are empty. */
  readonly prefixNote: string;
  readonly state: PageState;
  readonly ownerId: string | null;
}

export interface PageSeries {
  /** What its workbook is asked for by. */
  readonly id: string;
  readonly records: readonly PageRecord[];
}

/** Makes a series of pages, in the order of their numbers. */
export async function createPages(
  ports: CommandPorts,
  { quantity, prefixNote, state, ownerId }: WantedSeries,
  caller: Caller,
): Promise<PageSeries> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_PAGES_AT_ONCE) {
    throw new DomainError('QUANTITY_OUT_OF_RANGE');
  }
  await requireAccount(ports, ownerId);

  const made: Handled[] = [];
  while (made.length < quantity) {
    const size = Math.min(IN_FLIGHT, quantity - made.length);
    const batch = Array.from({ length: size }, (_, offset) => {
      const index = made.length + offset;
      const displayName = numbered(prefixNote, index + 1, quantity);
      const options = { purpose: 'series', index, asked: [quantity, prefixNote] } as const;
      return createPage(ports, { ...EMPTY_CARD, state, ownerId, displayName }, caller, options);
    });
    made.push(...(await Promise.all(batch)));
  }

  const records = made.map(({ page, version }) => ({ page, version }));
  const uids = records.map(({ page }) => page.uid);
  const { id, position } = await noteSeries(ports, uids, prefixNote, caller);
  const last = Math.max(position, ...made.map((handled) => handled.position ?? 0));
  if (last > 0) await ports.viewsHold(last);
  if (ownerId !== null) await refuseErased(ports, ownerId);
  return { id, records };
}

/** Written last: a request that died in the middle is completed by its repetition, and noted then. */
async function noteSeries(
  ports: CommandPorts,
  uids: readonly string[],
  note: string,
  caller: Caller,
): Promise<{ readonly id: string; readonly position: number }> {
  const id = repeatableId(ports, caller, 'series');
  const { eventStore, clock, newId } = ports;
  const last = (await eventStore.readStream(seriesStream(id))).at(-1);
  if (last?.events[0] !== undefined && readSeriesEvent(last.events[0]) !== undefined) return { id, position: 0 };

  const at = clock().toISOString();
  const data: SeriesMade['data'] = { uids, note, madeAt: at };
  const { commit } = await eventStore.append({
    streamId: seriesStream(id),
    // After a day the mark of its erasure is there, and a repetition begins a new day.
    expectedVersion: last?.version ?? 0,
    commandId: repeatableId(ports, caller, 'SeriesMade'),
    events: [{ id: newId(), type: 'SeriesMade', schema: SERIES_SCHEMA, data }],
    meta: { actor: caller.actor.userId, correlationId: caller.correlationId },
    at,
  });
  return { id, position: commit.position };
}

export const EMPTY_CARD = {
  origin: 'administrator',
  profile: EMPTY_PROFILE,
  avatar: null,
  indexable: false,
} as const satisfies Partial<NewPage>;

async function reserveId(ports: CommandPorts, uid: string, wantedId: string | undefined): Promise<string> {
  const publicId = wantedId ?? newPublicId();
  // A system-made id that is taken is a one in 2^120 chance: nothing to write code for.
  if (!(await ports.ids.reserve(publicId, uid))) throw new DomainError('PAGE_ID_TAKEN');
  return publicId;
}

/** @throws DomainError OWNER_NOT_FOUND */
export async function requireAccount(ports: CommandPorts, ownerId: string | null): Promise<void> {
  if (ownerId !== null && !(await ports.hasAccount(ownerId))) throw new DomainError('OWNER_NOT_FOUND');
}

/** "Salon Démo 007": the numbers of a series are equally wide, so that lists sort them. */
function numbered(prefixNote: string, number: number, quantity: number): string {
  return prefixNote === '' ? '' : `${prefixNote} ${String(number).padStart(String(quantity).length, '0')}`;
}
