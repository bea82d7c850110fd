import type { EventCodec } from './event-codec.ts';
import type { Commit, CommitMeta, DomainEvent, EventStore } from './event-store.ts';
import { VersionConflict } from './event-store.ts';
import { type Fold, foldCommits, loadStream } from './load-stream.ts';

/** The pure core of an aggregate. `decide` refuses by throwing a DomainError and returns `[]` for "already so". */
export interface Decider<State, Command, Event extends DomainEvent> extends Fold<State, Event> {
  decide(command: Command, state: State): readonly Event[];
}

/** What a command did. A command done before tells what it did then. */
export interface HandledCommand<State, Event> {
  /** Stream the command is in; another than asked for only if the command was done before, there. */
  readonly streamId: string;
  /** State right after the command. */
  readonly state: State;
  /** Version of the stream after the command. */
  readonly version: number;
  /** Position of the commit, or undefined if nothing had to be written. */
  readonly position: number | undefined;
  readonly events: readonly Event[];
}

export interface CommandContext {
  /**
   * Makes the command idempotent; a new UUID if the caller gives none. One that comes
   * from outside must be made the sender's own (by a prefix), as whoever has it learns the first result.
   */
  readonly commandId: string;
  readonly meta: CommitMeta;
  readonly at: Date;
  /** Refuses with VersionConflict instead of retrying when the stream is not at this version. */
  readonly expectedVersion?: number;
  /** Nobody else knows the stream's name yet: the first attempt takes it for empty and does not read it. */
  readonly newStream?: boolean;
}

const ATTEMPTS = 4;

/**
 * Read → fold → decide → append at the version read. A conflict with another
 * writer is tried again from the read, three times; any other error is the caller's.
 * A command that was done before is not done again, whatever became of the
 * stream since, and is answered as it was the first time.
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
  const { commandId, expectedVersion, meta, newStream = false } = context;
  const at = context.at.toISOString();
  for (let attempt = 1; ; attempt += 1) {
    const { state, version } =
      newStream && attempt === 1
        ? { state: decider.initialState, version: 0 }
        : await loadStream(store, decider, codec, streamId);
    let events: readonly Event[] = [];
    let refusal: unknown;
    try {
      if (expectedVersion !== undefined && expectedVersion !== version) {
        throw new VersionConflict(streamId, expectedVersion);
      }
      events = decider.decide(command, state);
    } catch (error) {
      refusal = error;
    }
    if (events.length === 0) {
      // The first attempt of this very command may be what made it impossible or needless.
      const done = await store.findCommand(commandId);
      if (done !== undefined) return tellAgain(store, decider, codec, done);
      if (refusal !== undefined) throw refusal;
      return { streamId, state, version, position: undefined, events };
    }

    try {
      const { outcome, commit } = await store.append({
        streamId,
        expectedVersion: version,
        commandId,
        events: events.map((event) => ({
          id: newId(),
          type: event.type,
          schema: codec.schemaOf(event.type),
          data: event.data,
        })),
        meta,
        at,
      });
      if (outcome === 'duplicate') return await tellAgain(store, decider, codec, commit);
      return {
        streamId,
        state: events.reduce((folded, event) => decider.evolve(folded, event), state),
        version: commit.version,
        position: commit.position,
        events,
      };
    } catch (error) {
      const retry = error instanceof VersionConflict && expectedVersion === undefined && attempt < ATTEMPTS;
      if (!retry) throw error;
    }
  }
}

async function tellAgain<State, Command, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  codec: EventCodec<Event>,
  { streamId, version, position, events }: Commit,
): Promise<HandledCommand<State, Event>> {
  const commits = await store.readStream(streamId);
  const state = foldCommits(
    decider,
    codec,
    commits.filter((commit) => commit.version <= version),
  );
  return { streamId, state, version, position, events: events.flatMap((stored) => codec.read(stored) ?? []) };
}
