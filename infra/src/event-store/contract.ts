import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AppendRequest,
  type Claim,
  type Commit,
  type EventStore,
  STREAM_ERASED,
  VersionConflict,
} from './event-store.ts';

export interface EventStoreUnderTest {
  readonly store: EventStore;
  reopen(): Promise<EventStore>;
  cleanUp(): Promise<void>;
}

const META = { actor: 'user-1', correlationId: 'request-1' };
const AT = '2026-01-01T00:00:00.000Z';
const LATER = () => new Date(Date.now() + 60_000);
const EARLIER = () => new Date(Date.now() - 60_000);

function request(streamId: string, expectedVersion: number, more: Partial<AppendRequest> = {}): AppendRequest {
  const id = randomUUID();
  const events = [{ id, type: 'Noted', schema: 1, data: { text: 'élan', deep: { list: [1, 'two', null] } } }];
  return { streamId, expectedVersion, commandId: id, events, meta: META, at: AT, ...more };
}

function positions(commits: readonly Commit[]): readonly number[] {
  return commits.map(({ position }) => position);
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * Behavior that every event store adapter must provide.
 * @param busyCommits commits of fifty writers to one stream; the default is a fifth of the number that we promise
 */
export function eventStoreContract(
  name: string,
  open: () => Promise<EventStoreUnderTest>,
  { busyCommits = 1_000 }: { readonly busyCommits?: number } = {},
): void {
  describe(`event store: ${name}`, () => {
    let opened: EventStoreUnderTest;
    let store: EventStore;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.cleanUp());

    describe('append', () => {
      it('numbers commits in the store and in their stream, and returns the data unchanged', async () => {
        const first = request('a', 0);
        expect(await store.append(first)).toEqual({
          outcome: 'appended',
          commit: {
            position: 1,
            streamId: 'a',
            version: 1,
            commandId: first.commandId,
            events: first.events,
            meta: META,
            at: AT,
          },
        });
        await store.append(request('b', 0));
        await store.append(request('a', 1));

        const commits = await store.readAll(0, 10);
        expect(commits.map(({ position, streamId, version }) => [position, streamId, version])).toEqual([
          [1, 'a', 1],
          [2, 'b', 1],
          [3, 'a', 2],
        ]);
        expect(commits[0]?.events).toEqual(first.events);
        expect(await store.head()).toBe(3);
      });

      it('refuses an append at another version than the current one', async () => {
        await expect(store.append(request('a', 1))).rejects.toThrow(VersionConflict);
        await store.append(request('a', 0));
        await expect(store.append(request('a', 0))).rejects.toMatchObject({ streamId: 'a', expectedVersion: 0 });
        await expect(store.append(request('a', 2))).rejects.toThrow(VersionConflict);
        expect(await store.head()).toBe(1);
      });

      it('runs a repeated command once and returns its first result', async () => {
        const command = request('a', 0);
        const { commit } = await store.append(command);
        await store.append(request('a', 1));
        expect(await store.append(command)).toEqual({ outcome: 'duplicate', commit });
        expect(await store.append({ ...command, streamId: 'b', expectedVersion: 7 })).toEqual({
          outcome: 'duplicate',
          commit,
        });
        expect(await store.head()).toBe(2);
      });

      it('runs a command once when it arrives a hundred times concurrently', async () => {
        const command = request('a', 0);
        const results = await Promise.all(Array.from({ length: 100 }, () => store.append(command)));
        expect(results.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
        expect(new Set(results.map(({ commit }) => commit.position))).toEqual(new Set([1]));
      });

      it('lets only one of many concurrent writers append a version', async () => {
        const results = await Promise.allSettled(Array.from({ length: 100 }, () => store.append(request('a', 0))));
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(VersionConflict);
        }
        expect(positions(await store.readAll(0, 10))).toEqual([1]);
      });

      it('separates streams whose names share a prefix', async () => {
        for (const streamId of ['page-1', 'page-10', 'page-1:x', 'page-']) await store.append(request(streamId, 0));
        await store.append(request('page-1', 1));
        expect((await store.readStream('page-1')).map(({ version }) => version)).toEqual([1, 2]);
        expect(await store.readStream('page-10')).toHaveLength(1);
        expect(await store.readStream('page')).toEqual([]);
      });

      it('reads the commits of a stream after a version', async () => {
        for (const version of [0, 1, 2]) await store.append(request('a', version));
        await store.append(request('b', 0));
        expect(await store.readStream('a', 1)).toEqual((await store.readStream('a')).slice(1));
        for (const after of [3, 4]) expect(await store.readStream('a', after)).toEqual([]);
        expect(await store.readStream('nowhere', 1)).toEqual([]);

        await store.eraseStream('a', META, AT);
        await store.append(request('a', 4));
        // A reader that knew the stream before its erasure sees the erasure.
        for (const after of [0, 1, 3]) {
          expect((await store.readStream('a', after)).map(({ version }) => version)).toEqual([4, 5]);
        }
        expect((await store.readStream('a', 4)).map(({ version }) => version)).toEqual([5]);
      });

      it('refuses an append at a version that a read has passed', async () => {
        await store.append(request('b', 0));
        await store.append(request('b', 1));
        await store.readSlice('b', 0);
        // Reading a version proves that it exists, but not that it is the last one.
        await expect(store.append(request('b', 0))).rejects.toThrow(VersionConflict);
        await expect(store.append(request('b', 3))).rejects.toThrow(VersionConflict);
      });

      it('does not let the caller change appended data', async () => {
        const data = { text: 'before' };
        const appending = store.append(request('a', 0, { events: [{ id: '1', type: 'Noted', schema: 1, data }] }));
        data.text = 'after';
        await appending;
        expect((await store.readStream('a'))[0]?.events[0]?.data).toEqual({ text: 'before' });
      });

      it(`numbers ${busyCommits} commits of 50 writers on one stream without gap or duplicate`, async () => {
        const perWriter = busyCommits / 50;
        // The version is shared by all writers, so most of their appends are outdated.
        let version = 0;
        const append = async (): Promise<void> => {
          for (;;) {
            try {
              const { commit } = await store.append(request('busy', version));
              version = Math.max(version, commit.version);
              return;
            } catch (error) {
              if (!(error instanceof VersionConflict)) throw error;
            }
          }
        };
        await Promise.all(
          Array.from({ length: 50 }, async () => {
            for (let done = 0; done < perWriter; done += 1) await append();
          }),
        );
        const commits = await store.readAll(0, 2 * busyCommits);
        expect(positions(commits)).toEqual(numbers(1, busyCommits));
        expect(commits.map(({ version }) => version)).toEqual(numbers(1, busyCommits));
        expect(new Set(commits.map(({ commandId }) => commandId)).size).toBe(busyCommits);
      });

      it('numbers 1,000 commits to 1,000 streams without a gap', async () => {
        await Promise.all(numbers(1, 1_000).map((number) => store.append(request(`stream-${number}`, 0))));
        expect(positions(await store.readAll(0, 2_000))).toEqual(numbers(1, 1_000));
      });
    });

    describe('reading', () => {
      it('pages through all commits', async () => {
        await Promise.all(numbers(1, 25).map((number) => store.append(request(`s${number}`, 0))));
        const pages: number[][] = [];
        for (let after = 0; ; ) {
          const page = positions(await store.readAll(after, 10));
          if (page.length === 0) break;
          pages.push([...page]);
          after = page.at(-1) ?? after;
        }
        expect(pages).toEqual([numbers(1, 10), numbers(11, 20), numbers(21, 25)]);
      });

      it('returns empty results for an empty store', async () => {
        expect(await store.head()).toBe(0);
        expect(await store.readAll(0, 10)).toEqual([]);
        expect(await store.readStream('nowhere')).toEqual([]);
        await store.append(request('a', 0));
        expect(await store.readAll(1, 10)).toEqual([]);
        expect(await store.readAll(0, 0)).toEqual([]);
      });
    });

    describe('onAppend', () => {
      it('notifies each listener until it stops listening', async () => {
        const heard: string[] = [];
        const stopFirst = store.onAppend(() => heard.push('first'));
        store.onAppend(() => heard.push('second'));
        await store.append(request('a', 0));
        await expect.poll(() => heard).toEqual(['first', 'second']);
        stopFirst();
        await store.append(request('a', 1));
        await expect.poll(() => heard).toEqual(['first', 'second', 'second']);
      });

      it('notifies only when the commit can be read', async () => {
        const heads: Promise<number>[] = [];
        store.onAppend(() => heads.push(store.head()));
        await store.append(request('a', 0));
        await expect.poll(() => heads.length).toBe(1);
        expect(await heads[0]).toBe(1);
      });
    });

    describe('a long stream', () => {
      const LONG = 150;
      beforeEach(async () => {
        for (let version = 0; version < LONG; version += 1) await store.append(request('a', version));
      });
      const versionsOf = (commits: readonly Commit[]) => commits.map(({ version }) => version);

      it('is read in slices of a few commits', async () => {
        const read: number[] = [];
        for (let isEnd = false; !isEnd; ) {
          const slice = await store.readSlice('a', read.at(-1) ?? 0);
          expect(slice.commits.length).toBeLessThanOrEqual(64);
          read.push(...versionsOf(slice.commits));
          isEnd = slice.isEnd;
        }
        expect(read).toEqual(numbers(1, LONG));
        expect(versionsOf(await store.readStream('a', 100))).toEqual(numbers(101, LONG));
        expect(await store.readSlice('nowhere', 0)).toEqual({ commits: [], isEnd: true });
      });

      it('is erased completely, also by concurrent callers, and accepts new commits', async () => {
        await Promise.all([1, 2, 3].map(() => store.eraseStream('a', META, AT)));
        expect(versionsOf(await store.readStream('a'))).toEqual([LONG + 1]);
        await store.append(request('a', LONG + 1));
        expect((await store.readSlice('a', 0)).commits).toHaveLength(2);
        expect((await store.readAll(0, 10_000)).length).toBe(2);
      });
    });

    describe('snapshots', () => {
      const snapshot = (
        version: number,
        shape = 'one',
        state: unknown = { name: '$élan', 'a.b': [null, version] },
      ) => ({
        version,
        shape,
        state,
      });
      const loadOf = async (streamId: string, fold = 'fold') => store.snapshots.load(fold, streamId);

      beforeEach(async () => {
        for (const version of [0, 1, 2]) await store.append(request('a', version));
        await store.append(request('ab', 0));
      });

      it('are stored by stream and fold, and survive a restart', async () => {
        await store.snapshots.save('fold', 'a', snapshot(2));
        await store.snapshots.save('another', 'a', snapshot(1));
        await store.snapshots.save('fold', 'ab', snapshot(1));
        store = await opened.reopen();
        expect(await loadOf('a')).toEqual(snapshot(2));
        expect(await loadOf('a', 'another')).toEqual(snapshot(1));
        expect(await loadOf('ab')).toEqual(snapshot(1));
        for (const streamId of ['nowhere', '']) expect(await loadOf(streamId)).toBeUndefined();
      });

      it('are replaced only by newer ones or ones of another shape', async () => {
        await store.snapshots.save('fold', 'a', snapshot(2));
        await store.snapshots.save('fold', 'a', snapshot(1));
        expect(await loadOf('a')).toEqual(snapshot(2));
        await store.snapshots.save('fold', 'a', snapshot(3));
        expect(await loadOf('a')).toEqual(snapshot(3));
        await store.snapshots.save('fold', 'a', snapshot(1, 'two'));
        expect(await loadOf('a')).toEqual(snapshot(1, 'two'));
      });

      it('are removed with their stream and no other', async () => {
        for (const fold of ['fold', 'another']) await store.snapshots.save(fold, 'a', snapshot(2));
        await store.snapshots.save('fold', 'ab', snapshot(1));
        await store.eraseStream('a', META, AT);
        expect([await loadOf('a'), await loadOf('a', 'another')]).toEqual([undefined, undefined]);
        expect(await loadOf('ab')).toEqual(snapshot(1));
      });

      it('are not saved for a stream erased since or for a version that never existed', async () => {
        await store.snapshots.save('fold', 'a', snapshot(4));
        await store.eraseStream('a', META, AT);
        await store.append(request('a', 4));
        await store.snapshots.save('fold', 'a', snapshot(3));
        expect(await loadOf('a')).toBeUndefined();
        await store.snapshots.save('fold', 'a', snapshot(5));
        expect(await loadOf('a')).toEqual(snapshot(5));
      });
    });

    describe('eraseStream', () => {
      it('leaves a single commit at a new position', async () => {
        const secret = [{ id: 'e1', type: 'Noted', schema: 1, data: { email: 'driver@example.org' } }];
        await store.append(request('a', 0, { events: secret }));
        await store.append(request('b', 0));
        await store.append(request('a', 1, { events: secret }));
        await store.eraseStream('a', META, AT);

        const [erased, ...others] = await store.readStream('a');
        expect(others).toEqual([]);
        expect(erased).toMatchObject({ position: 4, version: 3, meta: META, at: AT });
        expect(erased?.events).toMatchObject([{ type: STREAM_ERASED, data: {} }]);
        expect(positions(await store.readAll(0, 10))).toEqual([2, 4]);
        expect(JSON.stringify(await store.readAll(0, 10))).not.toContain('driver@example.org');
      });

      it('also removes the commits that readers of all commits have just read', async () => {
        for (const number of numbers(0, 99)) await store.append(request('a', number));
        await store.append(request('b', 0));
        expect(await store.readAll(0, 500)).toHaveLength(101);
        await store.eraseStream('a', META, AT);
        expect(positions(await store.readAll(0, 500))).toEqual([101, 102]);
      });

      it('never reuses a position', async () => {
        await store.append(request('a', 0));
        await store.eraseStream('a', META, AT);
        const { commit } = await store.append(request('b', 0));
        expect(commit.position).toBe(3);
      });

      it('does nothing for an unknown or already erased stream', async () => {
        await store.eraseStream('a', META, AT);
        expect(await store.head()).toBe(0);
        await store.append(request('a', 0));
        await store.eraseStream('a', META, AT);
        await store.eraseStream('a', META, AT);
        expect(await store.head()).toBe(2);
      });

      it('lets a stream continue and be erased again', async () => {
        await store.append(request('a', 0));
        await store.eraseStream('a', META, AT);
        await expect(store.append(request('a', 0))).rejects.toThrow(VersionConflict);
        await store.append(request('a', 2));
        await store.eraseStream('a', META, AT);
        expect((await store.readStream('a')).map(({ version }) => version)).toEqual([4]);
      });

      it('notifies the listeners', async () => {
        await store.append(request('a', 0));
        let heard = 0;
        store.onAppend(() => {
          heard += 1;
        });
        await store.eraseStream('a', META, AT);
        await expect.poll(() => heard).toBe(1);
      });
    });

    describe('findCommand', () => {
      it('finds the commit of a command until its stream is erased', async () => {
        const command = request('a', 0);
        expect(await store.findCommand(command.commandId)).toBeUndefined();
        const { commit } = await store.append(command);
        expect(await store.findCommand(command.commandId)).toEqual(commit);
        await store.eraseStream('a', META, AT);
        expect(await store.findCommand(command.commandId)).toBeUndefined();
      });
    });

    describe('reservations', () => {
      it('belong to the first claimant, who keeps them', async () => {
        const { reservations } = store;
        expect(await reservations.ownerOf('mail')).toBeUndefined();
        expect(await reservations.reserve('mail', 'one', LATER())).toBe(true);
        expect(await reservations.reserve('mail', 'one', LATER())).toBe(true);
        expect(await reservations.reserve('mail', 'two', LATER())).toBe(false);
        await reservations.confirm('mail', 'one');
        await reservations.confirm('mail', 'one');
        expect(await reservations.reserve('mail', 'one', EARLIER())).toBe(true);
        expect(await reservations.reserve('mail', 'two', LATER())).toBe(false);
        expect(await reservations.ownerOf('mail')).toBe('one');
      });

      it('go to one of a hundred concurrent claimants', async () => {
        const answers = await Promise.all(
          numbers(1, 100).map((number) => store.reservations.reserve('mail', `owner-${number}`, LATER())),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
        const winner = answers.indexOf(true) + 1;
        expect(await store.reservations.ownerOf('mail')).toBe(`owner-${winner}`);
      });

      it('are made and confirmed in batches with the same results as one by one', async () => {
        const { reservations } = store;
        const claims = numbers(1, 1_000).map((number) => ({ key: `page-${number}`, owner: `owner-${number}` }));
        await reservations.reserve('page-3', 'another', LATER());
        await reservations.reserve('page-4', 'another', EARLIER());
        await reservations.reserve('page-5', 'owner-5', EARLIER());
        await reservations.reserve('page-6', 'owner-6', LATER());
        await reservations.confirm('page-6', 'owner-6');
        const answers = await reservations.reserveAll(claims, EARLIER());
        expect(answers.flatMap((reserved, index) => (reserved ? [] : [index + 1]))).toEqual([3]);
        expect(await reservations.ownerOf('page-6')).toBe('owner-6');
        expect(await reservations.ownerOf('page-7')).toBeUndefined();

        const [first, second, third] = claims;
        if (first === undefined || second === undefined || third === undefined) throw new Error('no claims');
        await expect(reservations.confirmAll([first, third, second])).rejects.toThrow('owner');
        expect(await reservations.ownerOf('page-1')).toBe('owner-1');
        expect(await reservations.ownerOf('page-2')).toBe('owner-2');
        expect(await reservations.ownerOf('page-3')).toBe('another');
        await reservations.confirmAll(claims.filter(({ key }) => key !== 'page-3'));
        await reservations.confirmAll([]);
        expect(await reservations.reap(new Date())).toBe(0);
        expect((await reservations.reserveAll(claims, EARLIER())).filter(Boolean)).toHaveLength(999);
        expect(await reservations.ownerOf('page-1000')).toBe('owner-1000');
      });

      it('tell whether all of some are confirmed', async () => {
        const { reservations } = store;
        const [mail, name] = ['mail', 'name'].map((key) => ({ key, owner: 'one' })) as [Claim, Claim];
        await reservations.reserveAll([mail, name], LATER());
        await reservations.confirm('mail', 'one');
        expect(await reservations.areConfirmed([])).toBe(true);
        expect(await reservations.areConfirmed([mail])).toBe(true);
        expect(await reservations.areConfirmed([mail, name])).toBe(false);
        expect(await reservations.areConfirmed([{ key: 'mail', owner: 'two' }])).toBe(false);
        expect(await reservations.areConfirmed([{ key: 'nothing', owner: 'one' }])).toBe(false);
        await reservations.confirm('name', 'one');
        expect(await reservations.areConfirmed([mail, name])).toBe(true);
      });

      it('go to the first claimant within a batch', async () => {
        const { reservations } = store;
        const claims = ['one', 'two', 'one'].map((owner) => ({ key: 'mail', owner }));
        expect(await reservations.reserveAll(claims, LATER())).toEqual([true, false, true]);
        expect(await reservations.ownerOf('mail')).toBe('one');
        expect(await reservations.reserveAll([], LATER())).toEqual([]);
        await expect(reservations.reserveAll([...claims, { key: '', owner: 'one' }], LATER())).rejects.toThrow(
          RangeError,
        );
      });

      it('expire if they are not confirmed in time', async () => {
        const { reservations } = store;
        await reservations.reserve('mail', 'one', EARLIER());
        expect(await reservations.ownerOf('mail')).toBeUndefined();
        expect(await reservations.reserve('mail', 'two', LATER())).toBe(true);
        await expect(reservations.confirm('mail', 'one')).rejects.toThrow();
        expect(await reservations.ownerOf('mail')).toBe('two');
      });

      it('can be confirmed late if no other owner has taken them', async () => {
        await store.reservations.reserve('mail', 'one', EARLIER());
        await store.reservations.confirm('mail', 'one');
        expect(await store.reservations.ownerOf('mail')).toBe('one');
      });

      it('are confirmed only by their owner', async () => {
        await expect(store.reservations.confirm('mail', 'one')).rejects.toThrow();
        await store.reservations.reserve('mail', 'one', LATER());
        await expect(store.reservations.confirm('mail', 'two')).rejects.toThrow();
      });

      it('are released only by their owner', async () => {
        const { reservations } = store;
        await reservations.reserve('mail', 'one', LATER());
        await reservations.confirm('mail', 'one');
        await reservations.release('mail', 'two');
        await reservations.release('nothing', 'two');
        expect(await reservations.ownerOf('mail')).toBe('one');
        await reservations.release('mail', 'one');
        expect(await reservations.ownerOf('mail')).toBeUndefined();
        expect(await reservations.reserve('mail', 'two', LATER())).toBe(true);
      });

      it('are reaped if expired, but not if confirmed or still valid', async () => {
        const { reservations } = store;
        await reservations.reserve('lapsed-1', 'one', EARLIER());
        await reservations.reserve('lapsed-2', 'one', EARLIER());
        await reservations.reserve('confirmed', 'one', EARLIER());
        await reservations.confirm('confirmed', 'one');
        await reservations.reserve('running', 'one', LATER());
        expect(await reservations.reap(new Date())).toBe(2);
        expect(await reservations.reap(new Date())).toBe(0);
        await expect(reservations.confirm('lapsed-1', 'one')).rejects.toThrow();
        expect(await reservations.ownerOf('confirmed')).toBe('one');
        expect(await reservations.ownerOf('running')).toBe('one');
      });
    });

    it.each([
      ['empty', ''],
      ['with a null character', 'message-\0'],
      ['too long', `page-${'é'.repeat(600)}`],
    ])('stores and finds nothing under a name that is %s', async (_, name) => {
      await store.append(request('message-', 0));
      expect(await store.readStream(name)).toEqual([]);
      expect(await store.findCommand(name)).toBeUndefined();
      expect(await store.reservations.ownerOf(name)).toBeUndefined();
      await store.eraseStream(name, META, AT);
      await store.reservations.release(name, 'one');
      expect(await store.head()).toBe(1);
      await expect(store.append(request(name, 0))).rejects.toThrow(RangeError);
      await expect(store.append(request('a', 0, { commandId: name }))).rejects.toThrow(RangeError);
      await expect(store.reservations.reserve(name, 'one', LATER())).rejects.toThrow(RangeError);
    });

    describe('checkpoints', () => {
      it('are 0 until saved, and are stored by name', async () => {
        expect(await store.checkpoints.load('relay')).toBe(0);
        await store.checkpoints.save('relay', 7);
        await store.checkpoints.save('other', 3);
        await store.checkpoints.save('relay', 9);
        expect(await store.checkpoints.load('relay')).toBe(9);
        expect(await store.checkpoints.load('other')).toBe(3);
      });
    });

    describe('contents', () => {
      const commit = (position: number, streamId: string, version: number): Commit => {
        const { expectedVersion, ...rest } = request(streamId, version - 1);
        return { position, version: expectedVersion + 1, ...rest };
      };

      it('list everything in the store', async () => {
        expect(await store.contents.size()).toEqual({ commits: 0, reservations: 0 });
        expect(await store.contents.checkpoints()).toEqual([]);
        expect(await store.contents.reservations('', 10)).toEqual([]);
        await store.append(request('a', 0));
        await store.append(request('b', 0));
        await store.eraseStream('a', META, AT);
        const expiresAt = EARLIER();
        await store.reservations.reserve('lapsed', 'one', expiresAt);
        await store.reservations.reserve('mail:élan', 'two', LATER());
        await store.reservations.confirm('mail:élan', 'two');
        await store.checkpoints.save('relay', 2);
        await store.checkpoints.save('other', 1);
        expect(await store.contents.size()).toEqual({ commits: 2, reservations: 2 });
        expect(await store.contents.reservations('', 10)).toEqual([
          { key: 'lapsed', owner: 'one', expiresAt: expiresAt.getTime() },
          { key: 'mail:élan', owner: 'two' },
        ]);
        expect([...(await store.contents.checkpoints())].sort((a, b) => a.position - b.position)).toEqual([
          { name: 'other', position: 1 },
          { name: 'relay', position: 2 },
        ]);
      });

      it('list reservations page by page', async () => {
        const keys = numbers(1, 25).map((number) => `mail-${String(number).padStart(2, '0')}`);
        for (const key of keys) await store.reservations.reserve(key, 'one', LATER());
        const found: string[] = [];
        for (;;) {
          const page = await store.contents.reservations(found.at(-1) ?? '', 10);
          if (page.length === 0) break;
          expect(page.length).toBeLessThanOrEqual(10);
          found.push(...page.map(({ key }) => key));
        }
        expect(found).toEqual(keys);
      });

      it('restore commits at their former positions, including gaps', async () => {
        const commits = [commit(2, 'a', 1), commit(3, 'b', 4), commit(7, 'a', 2)];
        await store.contents.restoreCommits(commits.slice(0, 2));
        await store.contents.restoreCommits(commits.slice(2));
        await store.contents.restoreCommits([]);
        store = await opened.reopen();
        expect(await store.readAll(0, 10)).toEqual(commits);
        expect(await store.head()).toBe(7);
        expect(await store.readStream('a')).toEqual([commits[0], commits[2]]);
        const [first] = commits;
        if (first === undefined) throw new Error('no commit');
        const { position, version, ...again } = first;
        expect(await store.append({ ...again, expectedVersion: 0 })).toEqual({ outcome: 'duplicate', commit: first });
        await expect(store.append(request('b', 1))).rejects.toThrow(VersionConflict);
        await expect(store.append(request('b', 3))).rejects.toThrow(VersionConflict);
        expect((await store.append(request('b', 4))).commit).toMatchObject({ position: 8, version: 5 });
        expect((await store.append(request('c', 0))).commit).toMatchObject({ position: 9, version: 1 });
      });

      it('are restored only after the existing commits', async () => {
        await store.contents.restoreCommits([commit(4, 'a', 1)]);
        await expect(store.contents.restoreCommits([commit(4, 'b', 1)])).rejects.toThrow(RangeError);
        await expect(store.contents.restoreCommits([commit(6, 'b', 1), commit(5, 'c', 1)])).rejects.toThrow(RangeError);
        expect(positions(await store.readAll(0, 10))).toEqual([4]);
      });

      it('restore the reservations of another store', async () => {
        const held = [
          { key: 'erased-user:1', owner: 'one' },
          { key: 'mail', owner: 'two', expiresAt: LATER().getTime() },
          { key: 'name', owner: 'two', expiresAt: EARLIER().getTime() },
        ];
        await store.contents.restoreReservations(held);
        await store.contents.restoreReservations(held);
        store = await opened.reopen();
        expect(await store.contents.reservations('', 10)).toEqual(held);
        expect(await store.reservations.ownerOf('erased-user:1')).toBe('one');
        expect(await store.reservations.ownerOf('mail')).toBe('two');
        expect(await store.reservations.reserve('mail', 'three', LATER())).toBe(false);
        expect(await store.reservations.reserve('name', 'three', LATER())).toBe(true);
      });
    });

    it('keeps all data over a restart', async () => {
      const command = request('a', 0);
      const { commit } = await store.append(command);
      await store.append(request('b', 0));
      await store.eraseStream('b', META, AT);
      await store.reservations.reserve('mail', 'one', LATER());
      await store.reservations.confirm('mail', 'one');
      await store.reservations.reserve('name', 'one', LATER());
      await store.checkpoints.save('relay', 2);

      store = await opened.reopen();
      expect(await store.head()).toBe(3);
      expect(await store.readStream('a')).toEqual([commit]);
      expect(await store.append(command)).toEqual({ outcome: 'duplicate', commit });
      await expect(store.append(request('a', 0))).rejects.toThrow(VersionConflict);
      expect((await store.append(request('b', 2))).commit).toMatchObject({ position: 4, version: 3 });
      expect(await store.reservations.reserve('mail', 'two', LATER())).toBe(false);
      expect(await store.reservations.reserve('name', 'two', LATER())).toBe(false);
      expect(await store.checkpoints.load('relay')).toBe(2);
    });
  });
}
