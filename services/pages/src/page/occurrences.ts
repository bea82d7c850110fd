import type { Commit, EventStore, StoredEvent } from '@volant/infra/event-store/event-store';
import { loadVersion } from '@volant/infra/event-store/load-stream';
import { pageDecider } from './domain/decide.ts';
import { pageCodec } from './domain/events.ts';
import { exists, ownerOf, uidOfStream } from './domain/page.ts';

/** Occurrences that webhooks can subscribe to. */
export const OCCURRENCE_TYPES = ['PAGE_CLAIMED', 'PAGE_CHANGED', 'BATCH_MADE', 'MESSAGE_RECEIVED'] as const;
export type OccurrenceType = (typeof OCCURRENCE_TYPES)[number];

/** Finds the occurrences in the streams of a feature. */
export interface Occurrences {
  /** Undefined if the stream is another feature's. */
  idIn(streamId: string): string | undefined;
  /** At most one in a commit. */
  typeOf(commit: Pick<Commit, 'events'>): OccurrenceType | undefined;
  /** The same in every attempt, without a text that a person wrote; undefined if the subject has been erased. */
  dataOf(
    store: StreamReader,
    subject: { readonly streamId: string; readonly version: number },
  ): Promise<object | undefined>;
}

export type StreamReader = Pick<EventStore, 'readSlice' | 'snapshots'>;

/** After these the history is rewritten: `PageRestored` follows, and is the occurrence. */
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

export const PAGE_OCCURRENCES: Occurrences = {
  idIn: uidOfStream,
  typeOf({ events }) {
    if (events.some(({ type }) => REWRITTEN.has(type))) return undefined;
    if (events.some((event) => CLAIMS.has(event.type) || (BEGINNINGS.has(event.type) && hasOwner(event)))) {
      return 'PAGE_CLAIMED';
    }
    return events.some(({ type }) => CHANGES.has(type)) ? 'PAGE_CHANGED' : undefined;
  },
  async dataOf(store, { streamId, version }) {
    const page = await loadVersion(store, pageDecider, pageCodec, streamId, version);
    if (!exists(page)) return undefined;
    const { publicId: pageId, state } = page;
    return { pageId, state, ownerId: ownerOf(page) ?? null, card: page.card.status, version };
  },
};

function hasOwner({ data }: StoredEvent): boolean {
  return typeof Object(data).ownerId === 'string';
}
