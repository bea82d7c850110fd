import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { pageCodec } from '../page/events.ts';

/** More than an owner ever renames while somebody has the page open. */
const MOST_FORMER = 40;

/** Names of custom items that the present owner's profile had and has no more, the latest last. */
export function formerItemNames(commits: readonly Commit[]): readonly string[] {
  const stored = commits.flatMap(({ events }) => events);
  const alive = stored.slice(stored.findLastIndex(({ type }) => type === STREAM_ERASED) + 1);
  const former = new Set<string>();
  let present: readonly string[] = [];
  for (const event of alive.flatMap((each) => pageCodec.read(each) ?? [])) {
    if (event.type === 'PageReleased' || event.type === 'PageClaimed') {
      former.clear();
      present = [];
    }
    const profile = 'profile' in event.data ? event.data.profile : undefined;
    if (profile === undefined) continue;
    for (const name of present) {
      former.delete(name);
      former.add(name);
    }
    present = profile.customFields.map(({ name }) => name);
    for (const name of present) former.delete(name);
  }
  return [...former].slice(-MOST_FORMER);
}
