import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { type Fold, loadStreams, type ReadsStreams } from '@volant/infra/event-store/load-stream';
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
export const pageWithItemNames: Fold<{ readonly page: Page; readonly names: ItemNames }, PageEvent> = {
  initialState: { page: pageDecider.initialState, names: itemNames.initialState },
  evolve: ({ page, names }, event, version) => ({
    page: pageDecider.evolve(page, event),
    names: itemNames.evolve(names, event, version),
  }),
  snapshot: { name: 'published page', shape: 'dCbITHabOaxg' },
};

/**
 * The records that commits lead to on `pages.pages.v1`: one for each of their pages, of its latest state and not of
 * that at the commit, so that a page erased since leaves no trace of what it was; a reader that reads twice ignores
 * the lower version.
 */
export async function toPageRecords(
  store: ReadsStreams,
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
    // A tombstone would make the others forget a page that is about to be restored, or has been since it was read.
    if (page.status === 'none' && (await isBeingRewritten(store, key))) continue;
    records.push(
      exists(page)
        ? { key, value: pageSnapshot(page, version, names.former), erases: erasing.get(streamId) ?? false }
        : { key, value: null },
    );
  }
  return records;
}
