import { setTimeout as sleep } from 'node:timers/promises';
import type { EventCodec } from './event-codec.ts';
import type { AppendRequest, Commit, CommitMeta, DomainEvent, EventStore } from './event-store.ts';
import { VersionConflict } from './event-store.ts';
import { type Fold, type LoadedStream, loadStream, loadVersion } from './load-stream.ts';

/**
 * The pure core of an aggregate. `decide` refuses by throwing a DomainError and returns `[]` if the command would
 * change nothing.
 */
export interface Decider<State, Command, Event extends DomainEvent> extends Fold<State, Event> {
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): readonly Event[];
}

/** Commands from the data of each type: a union of all of them, or the one of `Type`. */
export type CommandOf<Data, Type extends keyof Data = keyof Data> = {
  readonly [T in Type]: { readonly type: T; readonly data: Data[T] };
}[Type];

/** The outcome of a command. A repeated command gets the outcome of its first run. */
export interface HandledCommand<State, Event> {
  /** Stream of the command. Differs from the requested stream only if the command ran earlier on another one. */
  readonly streamId: string;
  readonly state: State;
  readonly version: number;
  /** Position of the commit; undefined if no events were written. */
  readonly position: number | undefined;
  readonly events: readonly Event[];
}

export interface CommandContext {
  /**
   * Makes the command idempotent; use a new UUID if the caller sends none. An id from outside must get a prefix per
   * sender, because anybody who knows the id can read the first result.
   */
  readonly commandId: string;
  readonly meta: CommitMeta;
  readonly at: Date;
  /** Refuses with VersionConflict instead of retrying if the stream is not at this version. */
  readonly expectedVersion?: number;
  /**
   * Tries, with the first one, while other writers are faster; four by default. More for commands that do not
   * contradict each other, such as marks of several people in one list.
   */
  readonly attempts?: number;
  /** The stream cannot exist yet, so the first attempt skips reading it. */
  readonly newStream?: boolean;
  /**
   * Called once before the command is written or a first result is repeated; throws to refuse it. Not called for
   * commands that are refused or change nothing, so senders without permission cannot use up a limit counted here.
   */
  readonly admit?: () => Promise<void>;
}

const ATTEMPTS = 4;
/** Longest pause before a further attempt: writers that wait at random do not meet again. */
const PAUSE_MS = 20;

interface Handling<State, Command, Event extends DomainEvent> {
  readonly store: EventStore;
  readonly decider: Decider<State, Command, Event>;
  readonly codec: EventCodec<Event>;
  readonly streamId: string;
  readonly command: Command;
  readonly context: CommandContext;
  readonly newId: () => string;
  /** `admit` of the context; calls it only once. */
  readonly admit: () => Promise<void>;
}

/**
 * Read → fold → decide → append at the version read. On a conflict with another writer, tries again from the read, as
 * often as the context says; passes all other errors to the caller. A repeated command does not run again, regardless of later changes
 * to the stream, and returns its first result.
 * @throws VersionConflict after the last retry, DomainError if the command is refused
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
  const { attempts = ATTEMPTS } = context;
  for (let attempt = 1; ; attempt += 1) {
    const before =
      context.newStream === true && attempt === 1
        ? { state: decider.initialState, version: 0 }
        : await loadStream(store, decider, codec, streamId);
    try {
      return await attemptOn(handling, before);
    } catch (error) {
      const retry = error instanceof VersionConflict && context.expectedVersion === undefined && attempt < attempts;
      if (!retry) throw error;
      if (attempt >= ATTEMPTS) await sleep(Math.random() * PAUSE_MS);
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
    // A first attempt of the same command may have made it impossible or unnecessary.
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
  // Admit first: the former state may have to be folded from the beginning of the stream.
  await admit();
  const state = await loadVersion(store, decider, codec, streamId, version);
  return { streamId, state, version, position, events: events.flatMap((stored) => codec.read(stored) ?? []) };
}
