import { type Commit, STREAM_ERASED, type StoredEvent } from '@volant/infra/event-store/event-store';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { describe, expect, it } from 'vitest';
import { type PageEvent, pageCodec } from '../page/domain/events.ts';
import { readHistory } from './read-history.ts';

const AT = '2026-11-20T10:00:00.000Z';
const FACTS = {
  uid: 'u1',
  publicId: 'Taxi75',
  origin: 'administrator',
  displayName: '',
  profile: EMPTY_PROFILE,
  avatar: null,
  indexable: false,
  createdAt: AT,
} as const;
const created: PageEvent = { type: 'PageCreated', data: { ...FACTS, state: 'UNCLAIMED', ownerId: null } };
const claimed = (ownerId: string): PageEvent => ({ type: 'PageClaimed', data: { ownerId, claimedAt: AT } });
const named = (displayName: string): PageEvent => ({ type: 'PageEdited', data: { displayName } });
const released: PageEvent = { type: 'PageReleased', data: { releasedAt: AT } };
const MARKER = { type: STREAM_ERASED, data: {} };
const restored: PageEvent = {
  type: 'PageRestored',
  data: { ...FACTS, state: 'ACTIVE', ownerId: 'ben', previousIds: [], tenure: 2, claimedAt: AT },
};

type Written = readonly (PageEvent | typeof MARKER)[];

/** The history of a stream with these commits, which begins at version `from`. */
function historyOf(commits: readonly Written[], { before = Number.POSITIVE_INFINITY, last = 50, from = 1 } = {}) {
  const stored = commits.map(
    (events, index): Commit => ({
      position: index + 1,
      streamId: 'page-u1',
      version: index + from,
      commandId: `${index}`,
      events: events.map(
        ({ type, data }): StoredEvent => ({
          id: 'e',
          type,
          schema: type === STREAM_ERASED ? 1 : pageCodec.schemaOf(type as PageEvent['type']),
          data,
        }),
      ),
      meta: { actor: 'ana', correlationId: 'test' },
      at: AT,
    }),
  );
  return readHistory({ readSlice: async () => ({ commits: stored, isEnd: true }) }, 'u1', { before, last });
}

const versionsOf = async (...call: Parameters<typeof historyOf>) =>
  (await historyOf(...call)).versions.map(({ version }) => version);

describe('readHistory', () => {
  it('begins with the present ownership', async () => {
    const { versions, version } = await historyOf([[created], [named('Note')], [claimed('ana')], [named('Berline')]]);
    expect(version).toBe(4);
    expect(versions.map(({ version, before }) => [version, before?.displayName])).toEqual([
      [3, undefined],
      [4, 'Note'],
    ]);
  });

  it('has nothing of a former owner once the owner leaves, even before their events are erased', async () => {
    const ana = [[created], [claimed('ana')], [named('Secret')]];
    expect(await versionsOf([...ana, [released]])).toEqual([4]);
    expect(await versionsOf([...ana, [released, claimed('ben')]])).toEqual([4]);
    expect(await versionsOf([...ana, [MARKER], [restored], [named('Ben')]])).toEqual([5, 6]);
    expect(await versionsOf([...ana, [released], [claimed('ben')]], { before: 4 })).toEqual([]);
  });

  it('ignores the remains of a stream that is being erased', async () => {
    expect(await versionsOf([[named('Secret')], [MARKER], [restored]], { from: 7 })).toEqual([9]);
    await expect(historyOf([[named('Secret')]])).rejects.toThrow('before PageCreated');
  });

  it('returns the latest versions before a given one', async () => {
    const commits = [[created], [claimed('ana')], ...Array.from({ length: 6 }, (_, time) => [named(`${time}`)])];
    expect(await versionsOf(commits, { before: 7, last: 3 })).toEqual([4, 5, 6]);
    expect(await versionsOf(commits, { before: 7, last: 1 })).toEqual([6]);
    expect(await versionsOf(commits, { before: 2, last: 3 })).toEqual([]);
  });
});
