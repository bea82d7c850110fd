import { fromBinary } from '@bufbuild/protobuf';
import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { PageSnapshotSchema } from '@volant/proto/volant/pages/v1/page_pb';
import { describe, expect, it } from 'vitest';
import type { PageEvent } from '../page/events.ts';
import { EMPTY_PROFILE } from '../page/profile.ts';
import { toPageRecords } from './publish.ts';

const AT = '2026-11-21T10:00:00.000Z';

function commit(version: number, streamId: string, ...events: readonly { type: string; data: object }[]): Commit {
  return {
    position: version,
    streamId,
    version,
    commandId: `c${version}`,
    events: events.map(({ type, data }, index) => ({ id: `e${index}`, type, schema: 1, data })),
    meta: { actor: 'system', correlationId: 'test' },
    at: AT,
  };
}

const page: Extract<PageEvent, { type: 'PageRestored' }>['data'] = {
  uid: 'u1',
  publicId: 'card',
  previousIds: [],
  origin: 'administrator',
  state: 'UNCLAIMED',
  ownerId: null,
  claimedAt: null,
  displayName: '',
  profile: EMPTY_PROFILE,
  avatar: null,
  indexable: false,
  tenure: 1,
  createdAt: AT,
};
const erased = commit(4, 'page-u1', { type: STREAM_ERASED, data: {} });
const restored = commit(5, 'page-u1', { type: 'PageRestored', data: page });
const kept = commit(3, 'keep-u1', { type: 'PageRestored', data: page });
const keptNoMore = commit(6, 'keep-u1', { type: STREAM_ERASED, data: {} });

/** A store that others write to between two looks: each stream as it is found the first time, the second, and so on. */
function storeOf(streams: Readonly<Record<string, readonly (readonly Commit[])[]>>) {
  const looks = new Map<string, number>();
  return {
    readStream: async (id: string) => {
      const found = streams[id] ?? [[]];
      const look = looks.get(id) ?? 0;
      looks.set(id, look + 1);
      return found[Math.min(look, found.length - 1)] ?? [];
    },
  };
}

describe('what is told of a page', () => {
  it('is not that it is gone while its history is written anew', async () => {
    const store = storeOf({ 'page-u1': [[erased]], 'keep-u1': [[kept]] });
    expect(await toPageRecords(store, erased)).toEqual([]);
  });

  it('is not that it is gone where that came to its end between two looks', async () => {
    const claimed = commit(7, 'page-u1', { type: 'PageClaimed', data: { ownerId: 'ben', claimedAt: AT } });
    const store = storeOf({ 'page-u1': [[erased], [erased, restored, claimed]], 'keep-u1': [[keptNoMore]] });
    expect(await toPageRecords(store, erased)).toEqual([]);
  });

  it('is that it is gone where nothing of it is kept', async () => {
    const store = storeOf({ 'page-u1': [[erased]], 'keep-u1': [[keptNoMore]] });
    expect(await toPageRecords(store, erased)).toEqual([{ key: 'u1', value: null }]);
  });

  it('says of what has no owner any more that nothing from before may stay', async () => {
    const store = storeOf({ 'page-u1': [[erased, restored]] });
    const [record] = await toPageRecords(store, restored);
    expect(record?.erases).toBe(true);
    expect(fromBinary(PageSnapshotSchema, record?.value ?? new Uint8Array()).publicId).toBe('card');
    const edited = commit(6, 'page-u1', { type: 'PageEdited', data: { displayName: 'x' } });
    expect((await toPageRecords(store, edited))[0]?.erases).toBe(false);
  });
});
