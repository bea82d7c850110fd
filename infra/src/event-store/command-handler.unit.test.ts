import { describe, expect, it } from 'vitest';
import { COMMON_ERRORS } from '../errors/common-errors.ts';
import { DomainError, toPublicError } from '../errors/domain-error.ts';
import { streamsInMemory } from '../testing/streams-in-memory.ts';
import { type CommandContext, type Decider, handleCommand } from './command-handler.ts';
import type { EventCodec } from './event-codec.ts';
import type { AppendRequest, AppendResult, Commit, EventStore, StoredEvent } from './event-store.ts';
import { STREAM_ERASED, VersionConflict } from './event-store.ts';
import { loadStream } from './load-stream.ts';

type Seat = { readonly takenBy: string | undefined; readonly seats: number };
type SeatCommand = { readonly type: 'Take' | 'Keep'; readonly by: string } | { readonly type: 'Add' };
type SeatEvent =
  | { readonly type: 'Taken'; readonly data: { readonly by: string } }
  | { readonly type: 'Added'; readonly data: Record<string, never> };

const seat: Decider<Seat, SeatCommand, SeatEvent> = {
  initialState: { takenBy: undefined, seats: 0 },
  decide(command, state) {
    if (command.type === 'Add') return [{ type: 'Added', data: {} }];
    if (command.type === 'Keep' && state.takenBy === command.by) return [];
    if (state.takenBy !== undefined) throw new DomainError('SEAT_TAKEN');
    return [{ type: 'Taken', data: { by: command.by } }];
  },
  evolve: (state, event) =>
    event.type === 'Added' ? { ...state, seats: state.seats + 1 } : { ...state, takenBy: event.data.by },
};

const codec: EventCodec<SeatEvent> = {
  schemaOf: () => 3,
  read: (stored) =>
    stored.type === STREAM_ERASED ? undefined : ({ type: stored.type, data: stored.data } as SeatEvent),
};

/** The part of an event store that commands use; `beforeAppend` plays a concurrent writer. */
class StoreInMemory {
  readonly commits: Commit[] = [];
  appends = 0;
  readonly streams = streamsInMemory(() => this.commits);
  beforeAppend: (() => void) | undefined;

  get reads(): number {
    return this.streams.reads.length;
  }

  asStore(): EventStore {
    const refuse = () => {
      throw new Error('not part of handling a command');
    };
    return {
      append: async (request: AppendRequest) => this.append(request),
      findCommand: async (id: string) => this.commits.find(({ commandId }) => commandId === id),
      ...this.streams,
      readStream: refuse,
      readAll: refuse,
      head: refuse,
      onAppend: refuse,
      eraseStream: refuse,
      reservations: {
        reserve: refuse,
        reserveAll: refuse,
        confirm: refuse,
        confirmAll: refuse,
        release: refuse,
        ownerOf: refuse,
        areConfirmed: refuse,
        reap: refuse,
      },
      checkpoints: { load: refuse, save: refuse },
      contents: {
        size: refuse,
        reservations: refuse,
        checkpoints: refuse,
        restoreCommits: refuse,
        restoreReservations: refuse,
      },
      close: refuse,
    };
  }

  append(request: AppendRequest): AppendResult {
    this.appends += 1;
    this.beforeAppend?.();
    const done = this.commits.find(({ commandId }) => commandId === request.commandId);
    if (done !== undefined) return { outcome: 'duplicate', commit: done };
    if (this.versionOf(request.streamId) !== request.expectedVersion) {
      throw new VersionConflict(request.streamId, request.expectedVersion);
    }
    return { outcome: 'appended', commit: this.add(request.streamId, request.commandId, request.events) };
  }

  add(streamId: string, commandId: string, events: readonly StoredEvent[]): Commit {
    const commit: Commit = {
      position: this.commits.length + 1,
      streamId,
      version: this.versionOf(streamId) + 1,
      commandId,
      events,
      meta: { actor: 'x', correlationId: 'x' },
      at: '2026-01-01T00:00:00.000Z',
    };
    this.commits.push(commit);
    return commit;
  }

  /** Adds a commit of another writer; the default event does not affect the decision. */
  addOther(streamId = 's', event: SeatEvent = { type: 'Added', data: {} }): Commit {
    const commandId = `other-${this.commits.length}`;
    return this.add(streamId, commandId, [{ id: commandId, type: event.type, schema: 3, data: event.data }]);
  }

  versionOf(id: string): number {
    return this.commits.findLast(({ streamId }) => streamId === id)?.version ?? 0;
  }
}

function setUp() {
  const memory = new StoreInMemory();
  const store = memory.asStore();
  let ids = 0;
  const handle = (command: SeatCommand, context: Partial<CommandContext> = {}, streamId = 's') =>
    handleCommand(
      store,
      seat,
      codec,
      streamId,
      command,
      {
        commandId: 'command-1',
        meta: { actor: 'ada', correlationId: 'request-1' },
        at: new Date('2026-02-03T04:05:06.007Z'),
        ...context,
      },
      () => {
        ids += 1;
        return `event-${ids}`;
      },
    );
  return { memory, store, handle };
}

const take = { type: 'Take', by: 'ada' } as const;
const taken = { type: 'Taken', data: { by: 'ada' } } as const;

describe('handleCommand', () => {
  it('appends the decided events and returns the state after them', async () => {
    const { memory, store, handle } = setUp();
    const requests: AppendRequest[] = [];
    const append = store.append;
    store.append = async (request) => {
      requests.push(request);
      return append(request);
    };
    expect(await handle(take)).toEqual({
      streamId: 's',
      state: { takenBy: 'ada', seats: 0 },
      version: 1,
      position: 1,
      events: [taken],
    });
    expect(requests).toEqual([
      {
        streamId: 's',
        expectedVersion: 0,
        commandId: 'command-1',
        events: [{ id: 'event-1', type: 'Taken', schema: 3, data: { by: 'ada' } }],
        meta: { actor: 'ada', correlationId: 'request-1' },
        at: '2026-02-03T04:05:06.007Z',
      },
    ]);
    expect(memory.commits).toHaveLength(1);
  });

  it('appends nothing if the command changes nothing', async () => {
    const { memory, handle } = setUp();
    memory.addOther('s', taken);
    expect(await handle({ type: 'Keep', by: 'ada' })).toEqual({
      streamId: 's',
      state: { takenBy: 'ada', seats: 0 },
      version: 1,
      position: undefined,
      events: [],
    });
    expect(memory.appends).toBe(0);
  });

  it('passes on a refusal without a retry', async () => {
    const { memory, handle } = setUp();
    memory.addOther('s', { type: 'Taken', data: { by: 'grace' } });
    await expect(handle(take)).rejects.toMatchObject({ code: 'SEAT_TAKEN' });
    expect([memory.reads, memory.appends]).toEqual([1, 0]);
  });

  it('starts from the initial state after an erasure', async () => {
    const { memory, store, handle } = setUp();
    memory.addOther('s', { type: 'Taken', data: { by: 'grace' } });
    memory.add('s', 'erasure', [{ id: 'e', type: STREAM_ERASED, schema: 1, data: {} }]);
    expect(await loadStream(store, seat, codec, 's')).toMatchObject({ state: seat.initialState, version: 2 });
    expect(await handle(take)).toMatchObject({ version: 3, state: { takenBy: 'ada' } });
  });
});

describe('handleCommand on a new stream', () => {
  it('skips reading the stream', async () => {
    const { memory, handle } = setUp();
    expect(await handle(take, { newStream: true })).toMatchObject({ version: 1, position: 1, events: [taken] });
    expect(memory.reads).toBe(0);
  });

  it('reads the stream on a retry if it already exists', async () => {
    const { memory, handle } = setUp();
    memory.addOther();
    expect(await handle(take, { newStream: true })).toMatchObject({ version: 2, position: 2 });
    memory.addOther('s', taken);
    await expect(handle(take, { newStream: true, commandId: 'command-2' })).rejects.toMatchObject({
      code: 'SEAT_TAKEN',
    });
  });

  it('returns the first result of a repeated command', async () => {
    const { memory, handle } = setUp();
    const first = await handle(take, { newStream: true });
    memory.addOther();
    expect(await handle(take, { newStream: true })).toEqual(first);
  });
});

describe('loading a stream during its erasure', () => {
  it('returns an empty stream even if some commits before the erasure marker are left', async () => {
    const { memory, store } = setUp();
    memory.addOther('s', { type: 'Taken', data: { by: 'grace' } });
    memory.add('s', 'erasure', [{ id: 'e', type: STREAM_ERASED, schema: 1, data: {} }]);
    const folding: typeof seat = {
      ...seat,
      evolve: () => {
        throw new Error('its beginning is missing');
      },
    };
    expect((await loadStream(store, folding, codec, 's')).state).toEqual(seat.initialState);
  });
});

describe('handleCommand beside other writers', () => {
  it('decides again on a conflict, up to three times', async () => {
    const { memory, handle } = setUp();
    let others = 3;
    memory.beforeAppend = () => {
      if (others > 0) memory.addOther();
      others -= 1;
    };
    expect(await handle(take)).toMatchObject({ version: 4, state: { takenBy: 'ada', seats: 3 } });
    expect([memory.reads, memory.appends]).toEqual([4, 4]);
  });

  it('decides again as often as the command allows', async () => {
    const { memory, handle } = setUp();
    let others = 9;
    memory.beforeAppend = () => {
      if (others > 0) memory.addOther();
      others -= 1;
    };
    expect(await handle(take, { attempts: 10 })).toMatchObject({ version: 10, state: { takenBy: 'ada' } });
  });

  it('gives up with a conflict after the third retry', async () => {
    const { memory, handle } = setUp();
    memory.beforeAppend = () => void memory.addOther();
    const refused: unknown = await handle(take).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VersionConflict);
    expect(memory.appends).toBe(4);
    expect(toPublicError(refused, 'en', COMMON_ERRORS)).toMatchObject({ code: 'CONFLICT', status: 409 });
  });

  it('refuses if the other writer has made the command impossible', async () => {
    const { memory, handle } = setUp();
    memory.beforeAppend = () => void memory.addOther('s', { type: 'Taken', data: { by: 'grace' } });
    await expect(handle(take)).rejects.toMatchObject({ code: 'SEAT_TAKEN' });
    expect(memory.appends).toBe(1);
  });

  it('does not retry other errors', async () => {
    const { memory, handle } = setUp();
    memory.beforeAppend = () => {
      throw new DomainError('UNAVAILABLE', {}, 5);
    };
    await expect(handle(take)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(memory.appends).toBe(1);
  });

  it('refuses an unexpected version without a retry, before and during the append', async () => {
    const { memory, handle } = setUp();
    memory.addOther();
    await expect(handle(take, { expectedVersion: 2 })).rejects.toThrow(VersionConflict);
    expect(memory.appends).toBe(0);

    memory.beforeAppend = () => void memory.addOther();
    await expect(handle(take, { expectedVersion: 1 })).rejects.toThrow(VersionConflict);
    expect(memory.appends).toBe(1);

    memory.beforeAppend = undefined;
    expect(await handle(take, { expectedVersion: 2 })).toMatchObject({ version: 3 });
  });
});

describe('handleCommand with a repeated command', () => {
  it('returns the first result even if the command would be refused now', async () => {
    const { memory, handle } = setUp();
    const first = await handle(take);
    expect(await handle(take)).toEqual(first);
    expect(memory.commits).toHaveLength(1);
  });

  it('returns the first result if nothing is left to do or the version has changed', async () => {
    const { memory, handle } = setUp();
    const keep = { type: 'Keep', by: 'ada' } as const;
    const first = await handle(keep, { expectedVersion: 0 });
    memory.addOther();
    expect(await handle(keep, { expectedVersion: 0 })).toEqual(first);
    expect(await handle(keep)).toEqual(first);
    expect(memory.commits).toHaveLength(2);
  });

  it('returns the first result if the decision would be the same again', async () => {
    const { memory, handle } = setUp();
    const first = await handle({ type: 'Add' });
    memory.addOther();
    expect(await handle({ type: 'Add' })).toEqual(first);
    expect(first).toMatchObject({ version: 1, position: 1, state: { seats: 1 } });
    expect(memory.commits).toHaveLength(2);
  });

  it('returns the stream of the first run if the repeat names another', async () => {
    const { memory, handle } = setUp();
    const first = await handle(take, {}, 'first-id');
    expect(await handle(take, {}, 'second-id')).toEqual(first);
    expect(first.streamId).toBe('first-id');
    expect(memory.commits).toHaveLength(1);
  });

  it('returns the first result if both attempts run concurrently', async () => {
    const { memory, handle } = setUp();
    const [one, two] = await Promise.all([handle(take), handle(take)]);
    expect(two).toEqual(one);
    expect(memory.commits).toHaveLength(1);
  });
});

describe('handleCommand with an admission', () => {
  const refusing = { admit: () => Promise.reject(new DomainError('TOO_MANY_REQUESTS')) };

  it('calls admit once despite several conflicts', async () => {
    const { memory, handle } = setUp();
    let others = 2;
    memory.beforeAppend = () => {
      if (others > 0) memory.addOther();
      others -= 1;
    };
    let reads = 0;
    const admit = async () => {
      reads += 1;
    };
    await handle(take, { admit });
    expect([reads, memory.appends]).toEqual([1, 3]);
  });

  it('writes nothing and repeats no result if admit refuses', async () => {
    const { memory, handle } = setUp();
    await expect(handle(take, refusing)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(memory.appends).toBe(0);
    await handle(take);
    await expect(handle(take, refusing)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('does not call admit for a command that is refused or changes nothing', async () => {
    const { memory, handle } = setUp();
    memory.addOther('s', taken);
    expect(await handle({ type: 'Keep', by: 'ada' }, refusing)).toMatchObject({ position: undefined });
    await expect(handle(take, refusing)).rejects.toMatchObject({ code: 'SEAT_TAKEN' });
  });
});
