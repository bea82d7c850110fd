import type { Commit } from '@volant/infra/event-store/event-store';
import { describe, expect, it } from 'vitest';
import { userStream } from './domain/user.ts';
import { userRecords } from './publish.ts';
import { ROLES_STREAM } from './roles/roles.ts';

function commit(streamId: string, type: string, data: object): Commit {
  const meta = { actor: 'system', correlationId: 'c' };
  const events = [{ id: 'e1', type, schema: 1, data }];
  return { position: 7, streamId, version: 1, commandId: 'c1', events, meta, at: '2026-03-01T08:00:00.000Z' };
}

const raised = commit(ROLES_STREAM, 'UserRoleChanged', { userId: 'u1', from: 'DRIVER', to: 'ADMIN' });

describe('user records', () => {
  it('contain the role, or a tombstone if the person is gone', async () => {
    expect(await userRecords([raised], async () => true)).toEqual([{ key: 'u1', value: expect.any(Uint8Array) }]);
    expect(await userRecords([raised], async (userId) => userId !== 'u1')).toEqual([{ key: 'u1', value: null }]);
  });

  it('contain a tombstone for an erased account', async () => {
    const erased = commit(userStream('u1'), 'StreamErased', {});
    expect(await userRecords([erased], async () => false)).toEqual([{ key: 'u1', value: null }]);
  });

  it('do not reveal personal changes', async () => {
    const changed = commit(userStream('u1'), 'ProfileChanged', {
      email: { from: 'a@example.com', to: 'b@example.com' },
    });
    expect(await userRecords([changed], async () => true)).toEqual([]);
    expect(await userRecords([commit('session-s1', 'SessionEnded', {})], async () => true)).toEqual([]);
  });
});
