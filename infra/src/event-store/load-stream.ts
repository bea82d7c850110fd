import type { EventCodec } from './event-codec.ts';
import type { Commit, DomainEvent, EventStore, Slice, StoredSnapshot } from './event-store.ts';
import { STREAM_ERASED } from './event-store.ts';
import { slicesOf } from './stream-slices.ts';

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

export type ReadsStreams = Pick<EventStore, 'readSlice' | 'readStreams' | 'snapshots'>;
type ReadsStream = Pick<ReadsStreams, 'readSlice' | 'snapshots'>;

/** Minimum number of versions since the last snapshot before a new one is saved. */
const SNAPSHOT_EVERY = 20;
/** Streams per read. */
const TOGETHER = 50;

/** Reads and folds a stream from its snapshot, if it has one, and the commits after it. */
export async function loadStream<State, Event extends DomainEvent>(
  store: ReadsStream,
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  streamId: string,
): Promise<LoadedStream<State>> {
  const snapshot = (await snapshotsOf(store, fold, [streamId])).get(streamId);
  return foldOn({ store, fold, codec, streamId, snapshot });
}

/** `loadStream` for many streams with few reads. */
export async function loadStreams<State, Event extends DomainEvent>(
  store: ReadsStreams,
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, LoadedStream<State>>> {
  const loaded = new Map<string, LoadedStream<State>>();
  const wanted = [...new Set(streamIds)];
  for (let at = 0; at < wanted.length; at += TOGETHER) {
    const ids = wanted.slice(at, at + TOGETHER);
    const snapshots = await snapshotsOf(store, fold, ids);
    const slices = await store.readStreams(new Map(ids.map((id) => [id, snapshots.get(id)?.version ?? 0])));
    for (const streamId of ids) {
      const first = slices.get(streamId) ?? { commits: [], isEnd: true };
      loaded.set(streamId, await foldOn({ store, fold, codec, streamId, first, snapshot: snapshots.get(streamId) }));
    }
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
  const snapshot = (await snapshotsOf(store, fold, [streamId])).get(streamId);
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
  const mark = commits.findLastIndex(hasMark);
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

function hasMark({ events }: Commit): boolean {
  return events.some(({ type }) => type === STREAM_ERASED);
}

async function snapshotsOf<State, Event extends DomainEvent>(
  { snapshots }: Pick<EventStore, 'snapshots'>,
  { snapshot: kind }: Fold<State, Event>,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, StoredSnapshot>> {
  if (kind === undefined) return new Map();
  const found = await snapshots.load(kind.name, streamIds);
  return new Map([...found].filter(([, { shape }]) => shape === kind.shape));
}

interface Folding<State, Event extends DomainEvent> {
  readonly store: ReadsStream;
  readonly fold: Fold<State, Event>;
  readonly codec: EventCodec<Event>;
  readonly streamId: string;
  readonly snapshot: StoredSnapshot | undefined;
  /** First slice, if already read. */
  readonly first?: Slice;
  /** Highest version to fold. */
  readonly upTo?: number;
}

async function foldOn<State, Event extends DomainEvent>(folding: Folding<State, Event>): Promise<LoadedStream<State>> {
  const { store, streamId, snapshot, first, upTo = Number.POSITIVE_INFINITY } = folding;
  const from = snapshot?.version ?? 0;
  let folded = beginningOf(folding);
  let last: Commit | undefined;
  for await (const slice of slicesOf(store, streamId, from, first)) {
    const commits = slice.filter((commit) => commit.version <= upTo);
    folded = foldSlice(folding, commits, folded);
    last = commits.at(-1) ?? last;
    if (commits.length < slice.length) break;
  }
  if ('broken' in folded) throw folded.broken;
  const loaded = { state: folded.state, version: last?.version ?? from };
  const isLong = loaded.version - from >= SNAPSHOT_EVERY && folding.upTo === undefined;
  if (isLong && last !== undefined && !hasMark(last)) await keep(folding, loaded);
  return loaded;
}

/**
 * `broken`: the fold failed, possibly because the first commits were already erased; an erasure marker may still
 * follow.
 */
type Folded<State> = { readonly state: State } | { readonly broken: unknown };

function beginningOf<State, Event extends DomainEvent>({ fold, snapshot }: Folding<State, Event>): Folded<State> {
  // The snapshot has the name and shape of this fold, so its state has the fold's type.
  return { state: snapshot === undefined ? fold.initialState : (snapshot.state as State) };
}

function foldSlice<State, Event extends DomainEvent>(
  { fold, codec }: Folding<State, Event>,
  commits: readonly Commit[],
  before: Folded<State>,
): Folded<State> {
  if ('broken' in before && !commits.some(hasMark)) return before;
  try {
    return { state: foldCommits(fold, codec, commits, 'state' in before ? before.state : undefined) };
  } catch (broken) {
    return { broken };
  }
}

async function keep<State, Event extends DomainEvent>(
  { store, fold: { snapshot: kind }, streamId }: Folding<State, Event>,
  { state, version }: LoadedStream<State>,
): Promise<void> {
  if (kind !== undefined) await store.snapshots.save(kind.name, streamId, { version, shape: kind.shape, state });
}
