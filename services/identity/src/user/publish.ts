import { create, toBinary } from '@bufbuild/protobuf';
import type { Role } from '@volant/infra/auth/viewer';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { OutgoingRecord } from '@volant/infra/message-log/message-log';
import { Role as MessageRole, UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';
import { userOfStream } from './domain/user.ts';
import { rolesCodec } from './roles/events.ts';
import { ROLES_STREAM } from './roles/roles.ts';

const ROLES: Readonly<Record<Role, MessageRole>> = {
  DRIVER: MessageRole.DRIVER,
  SUPPORT: MessageRole.SUPPORT,
  ADMIN: MessageRole.ADMIN,
  SUPERADMIN: MessageRole.SUPERADMIN,
};

export async function userRecords(
  commits: readonly Commit[],
  exists: (userId: string) => Promise<boolean>,
): Promise<readonly OutgoingRecord[]> {
  const records: OutgoingRecord[] = [];
  for (const commit of commits) records.push(...(await recordsOf(commit, exists)));
  return records;
}

/**
 * Records for other services about the people of a commit, in their state after it.
 * @param exists called when publishing: a role change may be published after its person was erased, and must not
 *   restore them
 */
async function recordsOf(
  commit: Commit,
  exists: (userId: string) => Promise<boolean>,
): Promise<readonly OutgoingRecord[]> {
  if (commit.streamId === ROLES_STREAM) {
    const records: OutgoingRecord[] = [];
    for (const { data } of eventsOf(rolesCodec, [commit])) {
      const { userId, to } = data;
      records.push((await exists(userId)) ? snapshot(userId, to, commit) : { key: userId, value: null });
    }
    return records;
  }
  const userId = userOfStream(commit.streamId);
  if (userId === undefined) return [];
  if (commit.events.some(({ type }) => type === STREAM_ERASED)) return [{ key: userId, value: null }];
  return commit.events.some(({ type }) => type === 'UserSignedUp') ? [snapshot(userId, 'DRIVER', commit)] : [];
}

function snapshot(userId: string, role: Role, { position }: Commit): OutgoingRecord {
  // A person's state comes from two streams; the position increases across both.
  const message = create(UserSnapshotSchema, { userId, role: ROLES[role], version: BigInt(position) });
  return { key: userId, value: toBinary(UserSnapshotSchema, message) };
}
