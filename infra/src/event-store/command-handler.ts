import type { EventCodec } from './event-codec.ts';
import type { AppendRequest, Commit, CommitMeta, DomainEvent, EventStore } from './event-store.ts';
import { VersionConflict } from './event-store.ts';
import { type Fold, type LoadedStream, loadStream, loadVersion } from './load-stream.ts';

/** The pure core of an aggregate. `decide` refuses by throwing a DomainError and returns `[]` for "already so". */
export interface Decider<State, Command, Event extends DomainEvent> extends Fold<State, Event> {
  evolve(state: State, event: Event): State;
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
  /**
   * Called once before the command is written, or told again; throws to refuse it. What is refused or already so does
   * not come to it, so a limit counted here cannot be used up by those who may not send the command.
   */
  readonly admit?: () => Promise<void>;
}

const ATTEMPTS = 4;

/** What handling one command needs at each attempt. */
interface Handling<State, Command, Event extends DomainEvent> {
  readonly store: EventStore;
  readonly decider: Decider<State, Command, Event>;
  readonly codec: EventCodec<Event>;
  readonly streamId: string;
  readonly command: Command;
  readonly context: CommandContext;
  readonly newId: () => string;
  /** `admit` of the context, once. */
  readonly admit: () => Promise<void>;
}

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
  let admitted: Promise<void> | undefined;
  const admit = async () => {
    admitted ??= context.admit?.();
    await admitted;
  };
  const handling = { store, decider, codec, streamId, command, context, newId, admit };
  for (let attempt = 1; ; attempt += 1) {
    const before =
      context.newStream === true && attempt === 1
        ? { state: decider.initialState, version: 0 }
        : await loadStream(store, decider, codec, streamId);
    try {
      return await attemptOn(handling, before);
    } catch (error) {
      const retry = error instanceof VersionConflict && context.expectedVersion === undefined && attempt < ATTEMPTS;
      if (!retry) throw error;
    }
  }
}

async function attemptOn<State, Command, Event extends DomainEvent>(
  handling: Handling<State, Command, Event>,
  { state, version }: LoadedStream<State>,
): Promise<HandledCommand<State, Event>> {
  const { store, decider, streamId, context } = handling;
  let events: readonly Event[] = [];
  let refusal: unknown;
  try {
    if (context.expectedVersion !== undefined && context.expectedVersion !== version) {
      throw new VersionConflict(streamId, context.expectedVersion);
    }
    events = decider.decide(handling.command, state);
  } catch (error) {
    refusal = error;
  }
  if (events.length === 0) {
    // The first attempt of this very command may be what made it impossible or needless.
    const done = await store.findCommand(context.commandId);
    if (done !== undefined) return tellAgain(handling, done);
    if (refusal !== undefined) throw refusal;
    return { streamId, state, version, position: undefined, events };
  }

  await handling.admit();
  const { outcome, commit } = await store.append(requestOf(handling, version, events));
  if (outcome === 'duplicate') return tellAgain(handling, commit);
  return {
    streamId,
    state: events.reduce((folded, event) => decider.evolve(folded, event), state),
    version: commit.version,
    position: commit.position,
    events,
  };
}

function requestOf<State, Command, Event extends DomainEvent>(
  { streamId, context, codec, newId }: Handling<State, Command, Event>,
  expectedVersion: number,
  events: readonly Event[],
): AppendRequest {
  const { commandId, meta, at } = context;
  return {
    streamId,
    expectedVersion,
    commandId,
    events: events.map(({ type, data }) => ({ id: newId(), type, schema: codec.schemaOf(type), data })),
    meta,
    at: at.toISOString(),
  };
}

async function tellAgain<State, Command, Event extends DomainEvent>(
  { store, decider, codec, admit }: Handling<State, Command, Event>,
  { streamId, version, position, events }: Commit,
): Promise<HandledCommand<State, Event>> {
  // The state of then may have to be folded from the beginning of the stream.
  await admit();
  const state = await loadVersion(store, decider, codec, streamId, version);
  return { streamId, state, version, position, events: events.flatMap((stored) => codec.read(stored) ?? []) };
}
