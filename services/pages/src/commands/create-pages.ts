import { DomainError } from '@volant/infra/errors/domain-error';
import type { PageCreated, PageState } from '../page/page.ts';
import { isAllowedPublicId, newPublicId } from '../page/page-id.ts';
import { EMPTY_PROFILE } from '../page/profile.ts';
import { readSeriesEvent, SERIES_SCHEMA, type SeriesMade, seriesStream } from '../series/series.ts';
import type { PageRecord } from '../views/pages/page-queries.ts';
import {
  type Caller,
  type CommandPorts,
  type Handled,
  loadPage,
  repeatableId,
  sendToPage,
  settled,
} from './page-commands.ts';

export const MAX_PAGES_AT_ONCE = 1_000;
/** Enough to share commits of the embedded store, few enough not to crowd out others on a real one. */
const IN_FLIGHT = 250;

export interface CreationOptions {
  readonly wantedId?: string;
  /** Tells the pages of one request apart. */
  readonly index?: number;
  /** Asked before a page is really made; refuses by throwing. */
  readonly admit?: () => Promise<void>;
}

export type NewPage = Omit<PageCreated['data'], 'uid' | 'publicId' | 'createdAt'>;

/**
 * Makes one page under a new id or the wanted one: reserves the id, appends,
 * and makes the reservation lasting. A request that comes again gets its page.
 */
export async function createPage(
  ports: CommandPorts,
  page: NewPage,
  caller: Caller,
  { wantedId, index = 0, admit }: CreationOptions = {},
): Promise<Handled> {
  const uid = repeatableId(ports, caller, 'page', wantedId ?? '', index);
  const made = caller.idempotencyKey === undefined ? undefined : await loadPage(ports, uid);
  if (made !== undefined) return { ...made, position: undefined };

  await admit?.();
  const publicId = await reserveId(ports, uid, wantedId);
  const data = { ...page, uid, publicId, createdAt: ports.clock().toISOString() };
  try {
    const handled = await sendToPage(ports, uid, { type: 'CreatePage', data }, caller);
    // The same request, sent twice at once, has made the page under another id.
    if (handled.page.publicId !== publicId) await ports.ids.release(publicId, uid);
    else await ports.ids.confirm(publicId, uid);
    return handled;
  } catch (error) {
    // After an outage or any other error the page may exist; then the id is confirmed later, else it lapses.
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE') await ports.ids.release(publicId, uid);
    throw error;
  }
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
  return settled(await createPage(ports, page, caller, { wantedId }), ports);
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
      return createPage(ports, { ...EMPTY_CARD, state, ownerId, displayName }, caller, { index });
    });
    made.push(...(await Promise.all(batch)));
  }

  const records = made.map(({ page, version }) => ({ page, version }));
  const uids = records.map(({ page }) => page.uid);
  const { id, position } = await noteSeries(ports, uids, prefixNote, caller);
  const last = Math.max(position, ...made.map((handled) => handled.position ?? 0));
  if (last > 0) await ports.viewsHold(last);
  if (ownerId !== null) await ports.refuseErased(ownerId);
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
