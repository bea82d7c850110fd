import { LRUCache } from 'lru-cache';
import type { EventCodec } from './event-codec.ts';
import type { Commit, DomainEvent, EventStore } from './event-store.ts';
import { STREAM_ERASED } from './event-store.ts';

/** What is worked out from the events of a stream, one after the other. `evolve` changes nothing it is given. */
export interface Fold<State, Event extends DomainEvent> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
}

export interface LoadedStream<State> {
  readonly state: State;
  /** Version of the stream; 0 where there is none. */
  readonly version: number;
}

type ReadsStreams = Pick<EventStore, 'readStream'>;

/** Commits read at once from which on the result is remembered: shorter streams are read sooner than looked up. */
const LONG_STREAM = 50;
/** What was erased by another process is gone from the memory of this one when the time is over. */
const REMEMBERED = { max: 500, ttl: 60_000, ttlAutopurge: true } as const;

/** Long streams as they were folded last, by store and fold. */
const rememberedFolds = new WeakMap<ReadsStreams, WeakMap<object, object>>();

/**
 * Reads and folds a stream. Of a long one that was folded lately only what was appended since is read: fifty writers
 * who change one page would otherwise each read its whole history at every try.
 */
export async function loadStream<State, Event extends DomainEvent>(
  store: ReadsStreams,
  fold: Fold<State, Event>,
  codec: EventCodec<Event>,
  streamId: string,
): Promise<LoadedStream<State>> {
  const remembered = rememberedFor(store, fold);
  const before = remembered.get(streamId);
  const commits = await store.readStream(streamId, before?.version);
  const folded = {
    state: foldCommits(fold, codec, commits, before?.state),
    version: commits.at(-1)?.version ?? before?.version ?? 0,
  };
  // Whoever has read more meanwhile keeps what they know.
  const isLatest = folded.version > (remembered.peek(streamId)?.version ?? 0);
  if (isLatest && (before !== undefined || commits.length >= LONG_STREAM)) remembered.set(streamId, folded);
  return folded;
}

/** @param state before these commits */
export function foldCommits<State, Event extends DomainEvent>(
  { evolve, initialState }: Fold<State, Event>,
  codec: EventCodec<Event>,
  commits: readonly Commit[],
  state: State = initialState,
): State {
  const stored = commits.flatMap(({ events }) => events);
  const mark = stored.findLastIndex(({ type }) => type === STREAM_ERASED);
  // What stands before the mark of an erasure may be there in part: it is being taken out this moment.
  const alive = stored.slice(mark + 1);
  return alive.flatMap((event) => codec.read(event) ?? []).reduce(evolve, mark < 0 ? state : initialState);
}

function rememberedFor<State, Event extends DomainEvent>(
  store: ReadsStreams,
  fold: Fold<State, Event>,
): LRUCache<string, LoadedStream<State>> {
  const ofStore = rememberedFolds.get(store) ?? new WeakMap();
  rememberedFolds.set(store, ofStore);
  const ofFold = ofStore.get(fold) ?? new LRUCache(REMEMBERED);
  ofStore.set(fold, ofFold);
  // Under a fold are only its own states.
  return ofFold as LRUCache<string, LoadedStream<State>>;
}
