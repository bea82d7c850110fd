import type { EventCodec } from './event-codec.ts';
import type { Commit, DomainEvent, EventStore, Slice, StoredSnapshot } from './event-store.ts';
import { STREAM_ERASED } from './event-store.ts';
import { slicesOf } from './stream-slices.ts';

/** What is worked out from the events of a stream, one after the other. `evolve` changes nothing it is given. */
export interface Fold<State, Event extends DomainEvent> {
  readonly initialState: State;
  /** @param version of the commit that the event is in */
  evolve(state: State, event: Event, version: number): State;
  /** Where streams may become long: how their states are kept. JSON must be able to hold such a state. */
  readonly snapshot?: SnapshotKind;
}

/**
 * A snapshot is used by the shape it was made with alone. The shape is the `shapeOf` the fold over examples of every
 * event, which a test holds: a change of the state or of `evolve` that has an example makes older snapshots unread.
 */
export interface SnapshotKind {
  readonly name: string;
  readonly shape: string;
}

export interface LoadedStream<State> {
  readonly state: State;
  /** Version of the stream; 0 where there is none. */
  readonly version: number;
}

/** What reading streams needs of a store. */
export type ReadsStreams = Pick<EventStore, 'readSlice' | 'readStreams' | 'snapshots'>;
type ReadsStream = Pick<ReadsStreams, 'readSlice' | 'snapshots'>;

/** Versions behind a snapshot from which on a new one is made. */
const SNAPSHOT_EVERY = 20;
/** Streams read in one go. */
const TOGETHER = 50;

/** Reads and folds a stream: its snapshot, where it has one, and the commits after it. */
export async function loadStream<State, Event extends DomainEvent>(
  store: ReadsStream,
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  streamId: string,
): Promise<LoadedStream<State>> {
  const snapshot = (await snapshotsOf(store, fold, [streamId])).get(streamId);
  return foldOn({ store, fold, codec, streamId, snapshot });
}

/** `loadStream` for each of them, with few reads for many of them. */
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

/** The state of a stream as it was at a version. */
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

/** `evolve` over commits of one stream that follow each other. */
export function foldCommits<State, Event extends DomainEvent>(
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  commits: readonly Commit[],
  state: State = fold.initialState,
): State {
  const mark = commits.findLastIndex(hasMark);
  let folded = mark < 0 ? state : fold.initialState;
  // What stands before the mark of an erasure may be there in part: it is being taken out this moment.
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
  /** Read already. */
  readonly first?: Slice;
  /** Highest version that is wanted. */
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

/** Broken: the beginning may have been erased already, and then the mark of the erasure is still to come. */
type Folded<State> = { readonly state: State } | { readonly broken: unknown };

function beginningOf<State, Event extends DomainEvent>({ fold, snapshot }: Folding<State, Event>): Folded<State> {
  // Of this fold and this shape, so it is what the fold made.
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
