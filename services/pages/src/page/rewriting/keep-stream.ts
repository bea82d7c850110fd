import type { Commit, EventStore } from '@volant/infra/event-store/event-store';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { slicesOf, wholeStream } from '@volant/infra/event-store/stream-slices';
import { type PageRestored, pageCodec } from '../domain/events.ts';
import { pageStream } from '../domain/page.ts';

/** Streams that hold a page while its own is erased and restarted; the process that writes to one does that work. */
export const { of: keepStream, idIn: uidOfKeepStream } = streamKind('keep-');

/** The page in the last commit of a keep stream; undefined if it holds none. */
export function pageInKeepStream(commit: Commit | undefined): PageRestored['data'] | undefined {
  const [stored] = commit?.events ?? [];
  const event = stored && pageCodec.read(stored);
  return event?.type === 'PageRestored' ? event.data : undefined;
}

/**
 * Whether a page that seemed to be gone a moment ago is about to be restored, or has been since. Treating it as gone
 * would make other services delete its figures.
 */
export async function isBeingRewritten(store: Pick<EventStore, 'readSlice'>, uid: string): Promise<boolean> {
  if (pageInKeepStream((await wholeStream(store, keepStream(uid))).at(-1)) !== undefined) return true;
  // The keep stream is erased last: if that happened between the two reads, the page has been restored by now.
  for await (const commits of slicesOf(store, pageStream(uid))) {
    if (commits.some(({ events: [first] }) => first?.type === 'PageRestored')) return true;
  }
  return false;
}
