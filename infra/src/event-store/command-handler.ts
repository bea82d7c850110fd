import type { AppendResult, CommitMeta, DomainEvent, EventStore, StoredEvent } from './event-store.ts';
import { VersionConflict } from './event-store.ts';

/** The pure core of an aggregate. `decide` refuses by throwing a DomainError and returns `[]` for "already so". */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initialState: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** Writes events in today's shape and reads every shape ever written. */
export interface EventCodec<Event extends DomainEvent> {
  /** Version of the shape now written for this event. */
  schemaOf(type: Event['type']): number;
  /**
   * Upcasts and parses a stored event; undefined for `StreamErased`.
   * @throws when the event is of no known type or shape
   */
  read(stored: StoredEvent): Event | undefined;
}

export interface HandledCommand<State, Event> {
  readonly state: State;
  /** Version of the stream after the command. */
  readonly version: number;
  /** Position of the commit, or undefined if nothing had to be written. */
  readonly position: number | undefined;
  readonly events: readonly Event[];
}

export interface CommandContext {
  /** Makes the command idempotent; a new UUID if the caller gives none. */
  readonly commandId: string;
  readonly meta: CommitMeta;
  readonly at: Date;
  /** Refuses with VersionConflict instead of retrying when the stream is not at this version. */
  readonly expectedVersion?: number;
}

const ATTEMPTS = 4;

/** Reads and folds a stream. */
export async function loadStream<State, Command, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  codec: EventCodec<Event>,
  streamId: string,
): Promise<{ readonly state: State; readonly version: number }> {
  const commits = await store.readStream(streamId);
  let state = decider.initialState;
  for (const commit of commits) {
    for (const stored of commit.events) {
      const event = codec.read(stored);
      state = event === undefined ? decider.initialState : decider.evolve(state, event);
    }
  }
  return { state, version: commits.at(-1)?.version ?? 0 };
}

/**
 * Read → fold → decide → append at the version read. A conflict with another
 * writer is tried again from the read, three times; any other error is the caller's.
 * @throws VersionConflict after the last try, DomainError when the command is refused
 */
export async function handleCommand<State, Command, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  codec: EventCodec<Event>,
  streamId: string,
  command: Command,
  context: CommandContext,
  newId: () => string,
): Promise<HandledCommand<State, Event>> {
  for (let attempt = 1; ; attempt += 1) {
    const { state, version } = await loadStream(store, decider, codec, streamId);
    if (context.expectedVersion !== undefined && context.expectedVersion !== version) {
      throw new VersionConflict(streamId, context.expectedVersion);
    }
    const events = decider.decide(command, state);
    if (events.length === 0) return { state, version, position: undefined, events };

    try {
      const result: AppendResult = await store.append({
        streamId,
        expectedVersion: version,
        commandId: context.commandId,
        events: events.map((event) => ({
          id: newId(),
          type: event.type,
          schema: codec.schemaOf(event.type),
          data: event.data,
        })),
        meta: context.meta,
        at: context.at.toISOString(),
      });
      if (result.outcome === 'duplicate') {
        const now = await loadStream(store, decider, codec, result.commit.streamId);
        return { ...now, position: result.commit.position, events: [] };
      }
      return {
        state: events.reduce((folded, event) => decider.evolve(folded, event), state),
        version: result.commit.version,
        position: result.commit.position,
        events,
      };
    } catch (error) {
      const retry = error instanceof VersionConflict && context.expectedVersion === undefined && attempt < ATTEMPTS;
      if (!retry) throw error;
    }
  }
}
