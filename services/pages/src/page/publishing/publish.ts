import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { type Fold, loadStreams, type ReadsStream } from '@volant/infra/event-store/load-stream';
import type { OutgoingRecord } from '@volant/infra/message-log/message-log';
import { pageDecider } from '../domain/decide.ts';
import { type PageEvent, pageCodec } from '../domain/events.ts';
import { exists, type Page, uidOfStream } from '../domain/page.ts';
import { PAGE_SHAPES } from '../domain/shapes.ts';
import { isBeingRewritten } from '../rewriting/keep-stream.ts';
import { type ItemNames, itemNames } from './item-names.ts';
import { pageSnapshot } from './page-snapshot.ts';

/** Events that require erasing earlier records of the page. */
const ERASING: ReadonlySet<string> = new Set(['PageReleased', 'PageHandedOver', 'PageRestored', STREAM_ERASED]);

/** A page with the item names from its history, as published to other services. */
export const pageWithItemNames: Fold<{ readonly page: Page; readonly names: ItemNames }, PageEvent> = {
  initialState: { page: pageDecider.initialState, names: itemNames.initialState },
  evolve: ({ page, names }, event, version) => ({
    page: pageDecider.evolve(page, event),
    names: itemNames.evolve(names, event, version),
  }),
  snapshot: { name: 'published page', shape: PAGE_SHAPES.published },
};

/**
 * Records of commits for `pages.pages.v1`: one for each of their pages, with its latest state instead of the state at
 * the commit, so that an erased page leaves no trace of its former state. A consumer that reads twice ignores the lower
 * version.
 */
export async function toPageRecords(
  store: ReadsStream,
  commits: readonly Commit[],
): Promise<readonly OutgoingRecord[]> {
  const erasing = new Map<string, boolean>();
  for (const { streamId, events } of commits) {
    if (uidOfStream(streamId) === undefined) continue;
    erasing.set(streamId, (erasing.get(streamId) ?? false) || events.some(({ type }) => ERASING.has(type)));
  }
  const loaded = await loadStreams(store, pageWithItemNames, pageCodec, [...erasing.keys()]);
  const records: OutgoingRecord[] = [];
  for (const [streamId, { state, version }] of loaded) {
    const key = uidOfStream(streamId) ?? '';
    const { page, names } = state;
    // A tombstone would make other services forget a page that is about to be restored, or has been since it was read.
    if (page.status === 'none' && (await isBeingRewritten(store, key))) continue;
    records.push(
      exists(page)
        ? { key, value: pageSnapshot(page, version, names.former), erases: erasing.get(streamId) ?? false }
        : { key, value: null },
    );
  }
  return records;
}
