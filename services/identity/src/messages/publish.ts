import { create, toBinary } from '@bufbuild/protobuf';
import type { Role } from '@volant/infra/auth/viewer';
import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { OutgoingRecord } from '@volant/infra/message-log/message-log';
import { Role as MessageRole, UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';
import { rolesCodec } from '../roles/codec.ts';
import { ROLES_STREAM } from '../roles/roles.ts';
import { userOfStream } from '../user/user.ts';

const ROLES: Readonly<Record<Role, MessageRole>> = {
  DRIVER: MessageRole.DRIVER,
  SUPPORT: MessageRole.SUPPORT,
  ADMIN: MessageRole.ADMIN,
  SUPERADMIN: MessageRole.SUPERADMIN,
};

/** What other services learn from a commit: the people it was about, as they are after it. */
export function userRecords(commit: Commit): readonly OutgoingRecord[] {
  if (commit.streamId === ROLES_STREAM) {
    return commit.events.flatMap((stored) => {
      const event = rolesCodec.read(stored);
      return event === undefined ? [] : [snapshot(event.data.userId, event.data.to, commit)];
    });
  }
  const userId = userOfStream(commit.streamId);
  if (userId === undefined) return [];
  if (commit.events.some(({ type }) => type === STREAM_ERASED)) return [{ key: userId, value: null }];
  return commit.events.some(({ type }) => type === 'UserSignedUp') ? [snapshot(userId, 'DRIVER', commit)] : [];
}

function snapshot(userId: string, role: Role, { position }: Commit): OutgoingRecord {
  // A person's state comes from two streams; the position is what rises over both.
  const message = create(UserSnapshotSchema, { userId, role: ROLES[role], version: BigInt(position) });
  return { key: userId, value: toBinary(UserSnapshotSchema, message) };
}
