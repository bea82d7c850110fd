import { fromBinary } from '@bufbuild/protobuf';
import { readValue } from '@volant/infra/message-log/dead-letter';
import type { LogViewDefinition } from '@volant/infra/message-log/log-view';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import { poll } from '@volant/infra/process/waiting/poll';
import type { View, ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { Role, UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';

export const STAFF_VIEW: ViewDefinition = { name: 'staff', shape: 'baB0eHzfPLze', indexes: [] };

/** A person who may handle messages now, or was allowed to once, according to identity. */
export interface StaffMember extends ViewDocument {
  readonly version: number;
  readonly mayHandle: boolean;
}

const HANDLING: ReadonlySet<Role> = new Set([Role.SUPPORT, Role.ADMIN, Role.SUPERADMIN]);

/**
 * Applies a record of `identity.users.v1`; leaves out people who never had a staff role.
 * @throws UnreadableRecord if the record is no user snapshot
 */
export async function applyToStaff(view: WritableView<StaffMember>, record: LogRecord): Promise<void> {
  if (record.value === null) return view.remove(record.key);
  const { role, version: given } = readValue(record.value, (value) => fromBinary(UserSnapshotSchema, value));
  const version = Number(given);
  const mayHandle = HANDLING.has(role);
  const known = await view.get(record.key);
  if (known === undefined ? mayHandle : version > known.version) {
    await view.put({ _id: record.key, version, mayHandle });
  }
}

const PATIENCE_MS = 1_000;
const PAUSE_MS = 25;

/** A role granted a moment ago may not have arrived yet, so a "no" waits. */
export async function isStaff(view: View<StaffMember>, userId: string): Promise<boolean> {
  const mayHandle = async () => (await view.get(userId))?.mayHandle || undefined;
  return (await poll(mayHandle, { everyMs: PAUSE_MS, withinMs: PATIENCE_MS })) === true;
}

export const STAFF_LOG_VIEW: LogViewDefinition = {
  view: STAFF_VIEW,
  topic: USERS_TOPIC.name,
  apply: (record, views) => applyToStaff(views.view(STAFF_VIEW), record),
};
