import type { EventCodec } from './event-codec.ts';
import type { Commit, DomainEvent, EventStore, StoredSnapshot } from './event-store.ts';
import { isMarker } from './event-store.ts';
import { slicesOf, turnOfNextSlice } from './stream-slices.ts';

/** A state computed from the events of a stream, one by one. `evolve` must not mutate its arguments. */
export interface Fold<State, Event extends DomainEvent> {
  readonly initialState: State;
  /** @param version of the commit that contains the event */
  evolve(state: State, event: Event, version: number): State;
  /** How to snapshot states of streams that may become long. The state must be JSON-serializable. */
  readonly snapshot?: SnapshotKind;
}

/**
 * A snapshot is used only if its shape matches. The shape is `shapeOf` the fold over examples of every event, which a
 * test checks: if the state or `evolve` changes in a way that an example covers, older snapshots are ignored.
 */
export interface SnapshotKind {
  readonly name: string;
  readonly shape: string;
}

export interface LoadedStream<State> {
  readonly state: State;
  /** Version of the stream; 0 if it does not exist. */
  readonly version: number;
}

export type ReadsStream = Pick<EventStore, 'readSlice' | 'snapshots'>;

/** Minimum number of versions since the last snapshot before a new one is saved. */
const SNAPSHOT_EVERY = 20;
/** Streams read at a time. */
const TOGETHER = 50;

/** Reads and folds a stream from its snapshot, if it has one, and the commits after it. */
export async function loadStream<State, Event extends DomainEvent>(
  store: ReadsStream,
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  streamId: string,
): Promise<LoadedStream<State>> {
  return foldOn({ store, fold, codec, streamId, snapshot: await snapshotOf(store, fold, streamId) });
}

/** `loadStream` for many streams. */
export async function loadStreams<State, Event extends DomainEvent>(
  store: ReadsStream,
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, LoadedStream<State>>> {
  const loaded = new Map<string, LoadedStream<State>>();
  const distinct = [...new Set(streamIds)];
  for (let at = 0; at < distinct.length; at += TOGETHER) {
    const ids = distinct.slice(at, at + TOGETHER);
    const states = await Promise.all(ids.map((id) => loadStream(store, fold, codec, id)));
    for (const [place, state] of states.entries()) loaded.set(ids[place] as string, state);
    await turnOfNextSlice();
  }
  return loaded;
}

/** State of a stream at an earlier version. */
export async function loadVersion<State, Event extends DomainEvent>(
  store: ReadsStream,
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  streamId: string,
  version: number,
): Promise<State> {
  const snapshot = await snapshotOf(store, fold, streamId);
  const usable = snapshot !== undefined && snapshot.version <= version ? snapshot : undefined;
  return (await foldOn({ store, fold, codec, streamId, snapshot: usable, upTo: version })).state;
}

/** Folds consecutive commits of one stream. */
export function foldCommits<State, Event extends DomainEvent>(
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  commits: readonly Commit[],
  state: State = fold.initialState,
): State {
  const mark = commits.findLastIndex(isMarker);
  let folded = mark < 0 ? state : fold.initialState;
  // Commits before an erasure marker may be incomplete, because they are being deleted.
  for (const { events, version } of commits.slice(mark + 1)) {
    for (const stored of events) {
      const event = codec.read(stored);
      if (event !== undefined) folded = fold.evolve(folded, event, version);
    }
  }
  return folded;
}

async function snapshotOf<State, Event extends DomainEvent>(
  { snapshots }: Pick<EventStore, 'snapshots'>,
  { snapshot: kind }: Fold<State, Event>,
  streamId: string,
): Promise<StoredSnapshot | undefined> {
  const found = kind === undefined ? undefined : await snapshots.load(kind.name, streamId);
  return found?.shape === kind?.shape ? found : undefined;
}

interface Folding<State, Event extends DomainEvent> {
  readonly store: ReadsStream;
  readonly fold: Fold<State, Event>;
  readonly codec: EventCodec<Event>;
  readonly streamId: string;
  readonly snapshot: StoredSnapshot | undefined;
  /** Highest version to fold. */
  readonly upTo?: number;
}

async function foldOn<State, Event extends DomainEvent>(folding: Folding<State, Event>): Promise<LoadedStream<State>> {
  const { store, fold, streamId, snapshot, upTo = Number.POSITIVE_INFINITY } = folding;
  const from = snapshot?.version ?? 0;
  // The snapshot has the name and shape of this fold, so its state has the fold's type.
  let folded: Folded<State> = { state: snapshot === undefined ? fold.initialState : (snapshot.state as State) };
  let last: Commit | undefined;
  for await (const slice of slicesOf(store, streamId, from)) {
    const commits = slice.filter((commit) => commit.version <= upTo);
    folded = foldOrFail(folding, commits, folded);
    last = commits.at(-1) ?? last;
    if (commits.length < slice.length) break;
  }
  if (folded.failure !== undefined) throw folded.failure.cause;
  const loaded = { state: folded.state, version: last?.version ?? from };
  if (last !== undefined && !isMarker(last)) await keepLong(folding, loaded);
  return loaded;
}

interface Folded<State> {
  readonly state: State;
  readonly failure?: { readonly cause: unknown };
}

/** Folding may fail because the first commits are already erased; the erasure marker, which restarts the fold, may come later. */
function foldOrFail<State, Event extends DomainEvent>(
  { fold, codec }: Folding<State, Event>,
  commits: readonly Commit[],
  before: Folded<State>,
): Folded<State> {
  if (before.failure !== undefined && !commits.some(isMarker)) return before;
  try {
    return { state: foldCommits(fold, codec, commits, before.state) };
  } catch (cause) {
    return { ...before, failure: { cause } };
  }
}

async function keepLong<State, Event extends DomainEvent>(
  { store, fold: { snapshot: kind }, streamId, snapshot, upTo }: Folding<State, Event>,
  { state, version }: LoadedStream<State>,
): Promise<void> {
  if (kind === undefined || upTo !== undefined || version - (snapshot?.version ?? 0) < SNAPSHOT_EVERY) return;
  await store.snapshots.save(kind.name, streamId, { version, shape: kind.shape, state });
}
