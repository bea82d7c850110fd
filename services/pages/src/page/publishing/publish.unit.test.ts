import { fromBinary } from '@bufbuild/protobuf';
import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { type StreamsInMemory, streamsInMemory } from '@volant/infra/testing/streams-in-memory';
import { EMPTY_PROFILE } from '@volant/proto/profile/profile';
import { PageSnapshotSchema } from '@volant/proto/volant/pages/v1/page_pb';
import { describe, expect, it } from 'vitest';
import type { PageEvent } from '../domain/events.ts';
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
const held = commit(3, 'keep-u1', { type: 'PageRestored', data: page });
const released = commit(6, 'keep-u1', { type: STREAM_ERASED, data: {} });

type Streams = Readonly<Record<string, readonly Commit[]>>;

/** A store that others write to after `looks` reads. */
function storeOf(before: Streams, after: Streams = before, looks = 0) {
  const streams: StreamsInMemory = streamsInMemory(() =>
    Object.values(streams.reads.length > looks ? after : before).flat(),
  );
  return streams;
}

const recordsOf = (commit: Commit, streams: Streams) => toPageRecords(storeOf(streams), [commit]);

describe('page records', () => {
  const beingWrittenAnew = { 'page-u1': [erased], 'keep-u1': [held] };

  it('contain no tombstone while the history is being rewritten', async () => {
    expect(await recordsOf(erased, beingWrittenAnew)).toEqual([]);
  });

  it.each([1, 2, 3])('contain no tombstone if the rewrite finishes after %i reads', async (looks) => {
    const claimed = commit(7, 'page-u1', { type: 'PageClaimed', data: { ownerId: 'ben', claimedAt: AT } });
    const ended = { 'page-u1': [erased, restored, claimed], 'keep-u1': [released] };
    const store = storeOf(beingWrittenAnew, ended, looks);
    expect(await toPageRecords(store, [erased])).toEqual([]);
  });

  it('contain a tombstone if no keep stream holds the page', async () => {
    const gone = { 'page-u1': [erased], 'keep-u1': [released] };
    expect(await recordsOf(erased, gone)).toEqual([{ key: 'u1', value: null }]);
  });

  it('erase earlier records of a page that has lost its owner', async () => {
    const streams = { 'page-u1': [erased, restored] };
    const [record] = await recordsOf(restored, streams);
    expect(record?.erases).toBe(true);
    expect(fromBinary(PageSnapshotSchema, record?.value ?? new Uint8Array()).publicId).toBe('card');
    const edited = commit(6, 'page-u1', { type: 'PageEdited', data: { displayName: 'x' } });
    expect((await recordsOf(edited, streams))[0]?.erases).toBe(false);
  });

  it('are merged into one for many commits, which erases if one of the commits does', async () => {
    const edits = [6, 7].map((version) =>
      commit(version, 'page-u1', { type: 'PageEdited', data: { indexable: true } }),
    );
    const streams = { 'page-u1': [erased, restored, ...edits] };
    const records = await toPageRecords(storeOf(streams), [restored, ...edits]);
    expect(records).toMatchObject([{ key: 'u1', erases: true }]);
  });
});

it('a record contains neither the professional card nor a plate that is not shown', async () => {
  const profile = { ...EMPTY_PROFILE, professionalCard: '07518001234', plate: 'AB-123-CD', siren: '732829320' };
  const shown = async (showsPlate: boolean) => {
    const owned = { state: 'ACTIVE', ownerId: 'ana', claimedAt: AT, profile: { ...profile, showsPlate } };
    const made = commit(1, 'page-u1', { type: 'PageRestored', data: { ...page, ...owned } });
    const records = await recordsOf(made, { 'page-u1': [made] });
    const value = records.at(-1)?.value;
    return value ? fromBinary(PageSnapshotSchema, value).profile : undefined;
  };
  expect(await shown(false)).toMatchObject({ professionalCard: '', plate: '', siren: '732829320' });
  expect(await shown(true)).toMatchObject({ professionalCard: '', plate: 'AB-123-CD' });
});
