import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit, EventStore, StoredEvent } from '@volant/infra/event-store/event-store';
import { loadVersion } from '@volant/infra/event-store/load-stream';
import { pageDecider } from '../page/decide.ts';
import { pageCodec } from '../page/events.ts';
import { exists, ownerOf, uidOfStream } from '../page/page.ts';
import { idOfSeries, seriesCodec, seriesDecider } from '../series/series.ts';
import type { Occurrence, SentType, WebhookType } from './endpoints.ts';
import { messageOfNotice, noticeCodec } from './notices.ts';

/** After these the history is rewritten: `PageRestored` follows, and is what endpoints are told. */
const REWRITTEN: ReadonlySet<string> = new Set(['PageReleased', 'PageHandedOver']);
const CLAIMS: ReadonlySet<string> = new Set(['PageClaimed', 'CardAdded']);
/** A page begins with an owner if a driver made it, or if it was handed over. */
const BEGINNINGS: ReadonlySet<string> = new Set(['PageCreated', 'PageRestored']);
const CHANGES: ReadonlySet<string> = new Set([
  'PageEdited',
  'PageStateChanged',
  'PageRenamed',
  'PageRestored',
  'CardLost',
  'CardFound',
  'CardReplaced',
]);

const NAMES: Readonly<Record<SentType, string>> = {
  PAGE_CLAIMED: 'page.claimed',
  PAGE_CHANGED: 'page.changed',
  BATCH_MADE: 'batch.made',
  MESSAGE_RECEIVED: 'message.received',
  TEST: 'webhook.test',
};

/** What endpoints may want to be told about a commit: at most one event. */
export function occurrenceIn(commit: Commit): Occurrence | undefined {
  const { streamId, version, at, events } = commit;
  const [first] = events;
  const type = typeOf(streamId, events);
  return type === undefined || first === undefined ? undefined : { eventId: first.id, type, streamId, version, at };
}

function typeOf(streamId: string, events: readonly StoredEvent[]): WebhookType | undefined {
  if (uidOfStream(streamId) !== undefined) {
    if (events.some(({ type }) => REWRITTEN.has(type))) return undefined;
    if (events.some(({ type, data }) => CLAIMS.has(type) || (BEGINNINGS.has(type) && hasOwner(data)))) {
      return 'PAGE_CLAIMED';
    }
    return events.some(({ type }) => CHANGES.has(type)) ? 'PAGE_CHANGED' : undefined;
  }
  if (messageOfNotice(streamId) !== undefined) return 'MESSAGE_RECEIVED';
  const made = idOfSeries(streamId) !== undefined && events.some(({ type }) => type === 'SeriesMade');
  return made ? 'BATCH_MADE' : undefined;
}

function hasOwner(data: unknown): boolean {
  return typeof Object(data).ownerId === 'string';
}

/**
 * The body of a message, the same in every attempt; undefined if its subject has been erased. It names what has
 * happened to what, and carries no text that a person wrote.
 */
export async function bodyOf(
  store: Pick<EventStore, 'readSlice' | 'snapshots'>,
  occurrence: Occurrence,
): Promise<string | undefined> {
  const { type, at: timestamp } = occurrence;
  const data = type === 'TEST' ? {} : await dataOf(store, occurrence);
  return data && JSON.stringify({ type: NAMES[type], timestamp, data });
}

async function dataOf(
  store: Pick<EventStore, 'readSlice' | 'snapshots'>,
  { streamId, version }: Occurrence,
): Promise<object | undefined> {
  if (messageOfNotice(streamId) !== undefined) {
    const { commits } = await store.readSlice(streamId, 0);
    return eventsOf(noticeCodec, commits)[0]?.data;
  }
  const batchId = idOfSeries(streamId);
  if (batchId !== undefined) {
    const series = await loadVersion(store, seriesDecider, seriesCodec, streamId, version);
    return series.status === 'none' ? undefined : { batchId, pages: series.uids.length };
  }
  const page = await loadVersion(store, pageDecider, pageCodec, streamId, version);
  if (!exists(page)) return undefined;
  const { publicId: pageId, state } = page;
  return { pageId, state, ownerId: ownerOf(page) ?? null, card: page.card.status, version };
}
