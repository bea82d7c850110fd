import { type Commit, type EventStore, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { type Fold, loadStream } from '@volant/infra/event-store/load-stream';
import type { OutgoingRecord } from '@volant/infra/message-log/message-log';
import { pageDecider } from '../page/decide.ts';
import { type PageEvent, pageCodec } from '../page/events.ts';
import { exists, type Page, uidOfStream } from '../page/page.ts';
import { isBeingRewritten } from '../page-history/kept-page.ts';
import { type ItemNames, itemNames } from './item-names.ts';
import { pageSnapshot } from './page-snapshot.ts';

/** After these nothing may be left of what was told of the page before. */
const ERASING: ReadonlySet<string> = new Set(['PageReleased', 'PageRestored', STREAM_ERASED]);

/** A page with what its history says of it to other services. */
const pageWithItemNames: Fold<{ readonly page: Page; readonly names: ItemNames }, PageEvent> = {
  initialState: { page: pageDecider.initialState, names: itemNames.initialState },
  evolve: ({ page, names }, event) => ({
    page: pageDecider.evolve(page, event),
    names: itemNames.evolve(names, event),
  }),
};

/** Where a commit's page is read. */
export interface PublishedFrom {
  /** Streams as they were when the batch that is being published began. */
  readonly streams: Pick<EventStore, 'readStream'>;
  /** Streams as they are now. */
  readonly store: Pick<EventStore, 'readStream'>;
}

/**
 * The record a commit leads to on `pages.pages.v1`. It tells the page's latest
 * state and not the one at the commit, so that a page erased since leaves no
 * trace of what it was; whoever reads twice ignores the lower version.
 */
export async function toPageRecords(
  { streams, store }: PublishedFrom,
  commit: Commit,
): Promise<readonly OutgoingRecord[]> {
  const key = uidOfStream(commit.streamId);
  if (key === undefined) return [];
  const { state, version } = await loadStream(streams, pageWithItemNames, pageCodec, commit.streamId);
  const { page, names } = state;
  // A tombstone would make the others forget a page that is about to be restored, or has been since the batch began.
  if (page.status === 'none' && (await isBeingRewritten(store, key))) return [];
  if (!exists(page)) return [{ key, value: null }];
  const isErasing = commit.events.some(({ type }) => ERASING.has(type));
  return [{ key, value: pageSnapshot(page, version, names.former), erases: isErasing }];
}
