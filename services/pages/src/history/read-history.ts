import { eventsOf } from '@volant/infra/event-store/event-codec';
import { type Commit, type EventStore, isMarker } from '@volant/infra/event-store/event-store';
import { slicesOf } from '@volant/infra/event-store/stream-slices';
import { type PageEvent, pageCodec } from '../page/domain/events.ts';
import { evolve } from '../page/domain/evolve.ts';
import { type ExistingPage, exists, NO_PAGE, type Page, pageStream } from '../page/domain/page.ts';

/** The page after one commit of its present ownership. */
export interface PageVersion extends Pick<Commit, 'version' | 'at'> {
  readonly actor: string;
  readonly events: readonly PageEvent[];
  /** Undefined for the first version of the ownership: the page before it belonged to nobody or to somebody else. */
  readonly before: ExistingPage | undefined;
  readonly page: ExistingPage;
}

interface History {
  /** Oldest first. */
  readonly versions: readonly PageVersion[];
  readonly page: Page;
  /** Of the stream. */
  readonly version: number;
}

interface VersionRange {
  /** Only versions before this one. */
  readonly before: number;
  /** How many of the latest of these. */
  readonly last: number;
}

interface Folding extends History {
  /** The first commits of a stream that is being erased may be gone; its marker then begins it anew. */
  readonly failure?: { readonly cause: unknown };
}

const NOTHING: Folding = { versions: [], page: NO_PAGE, version: 0 };

/**
 * Versions of a page since its present ownership began, whoever reads them: what is older belongs to another person, or
 * is erased in a moment. Folds the stream from its beginning in slices.
 */
export async function readHistory(
  store: Pick<EventStore, 'readSlice'>,
  uid: string,
  range: VersionRange,
): Promise<History> {
  let history = NOTHING;
  for await (const commits of slicesOf(store, pageStream(uid))) {
    for (const commit of commits) history = withCommit(history, commit, range);
  }
  if (history.failure !== undefined) throw history.failure.cause;
  return history;
}

function withCommit(history: Folding, commit: Commit, range: VersionRange): Folding {
  const { version } = commit;
  if (isMarker(commit)) return { ...NOTHING, version };
  if (history.failure !== undefined) return history;
  try {
    const events = eventsOf(pageCodec, [commit]);
    const page = events.reduce<Page>(evolve, history.page);
    return { page, version, versions: exists(page) ? versionsWith(history, { commit, events, page }, range) : [] };
  } catch (cause) {
    return { ...history, failure: { cause } };
  }
}

function versionsWith(
  { versions, page: former }: History,
  {
    commit,
    events,
    page,
  }: { readonly commit: Commit; readonly events: readonly PageEvent[]; readonly page: ExistingPage },
  { before: end, last }: VersionRange,
): readonly PageVersion[] {
  const before = exists(former) && isSameOwnership(former, page) ? former : undefined;
  const earlier = before === undefined ? [] : versions;
  const { version, at, meta } = commit;
  if (version >= end) return earlier;
  return [...earlier, { version, at, actor: meta.actor, events, before, page }].slice(-last);
}

function isSameOwnership(one: ExistingPage, other: ExistingPage): boolean {
  return one.tenure === other.tenure && one.status === other.status;
}
