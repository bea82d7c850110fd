import { loadStream } from '@volant/infra/event-store/command-handler';
import { type Commit, type EventStore, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { OutgoingRecord } from '@volant/infra/message-log/message-log';
import { pageDecider } from '../page/decide.ts';
import { pageCodec } from '../page/events.ts';
import { exists, uidOfStream } from '../page/page.ts';
import { isBeingRewritten } from '../page-history/kept-page.ts';
import { formerItemNames } from './item-names.ts';
import { pageSnapshot } from './page-snapshot.ts';

/** After these nothing may be left of what was told of the page before. */
const ERASING: ReadonlySet<string> = new Set(['PageReleased', 'PageRestored', STREAM_ERASED]);

/**
 * The record a commit leads to on `pages.pages.v1`. It tells the page's latest
 * state and not the one at the commit, so that a page erased since leaves no
 * trace of what it was; whoever reads twice ignores the lower version.
 */
export async function toPageRecords(
  store: Pick<EventStore, 'readStream'>,
  commit: Commit,
): Promise<readonly OutgoingRecord[]> {
  const key = uidOfStream(commit.streamId);
  if (key === undefined) return [];
  const { state, version, commits } = await loadStream(store, pageDecider, pageCodec, commit.streamId);
  // A tombstone would make the others forget a page that is about to be restored.
  if (state.status === 'none' && (await isBeingRewritten(store, key))) return [];
  if (!exists(state)) return [{ key, value: null }];
  const isErasing = commit.events.some(({ type }) => ERASING.has(type));
  return [{ key, value: pageSnapshot(state, version, formerItemNames(commits)), erases: isErasing }];
}
