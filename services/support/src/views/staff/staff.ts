import { fromBinary } from '@bufbuild/protobuf';
import { readValue } from '@volant/infra/message-log/dead-letter';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { poll } from '@volant/infra/process/poll';
import type { View, ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { Role, UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';

export const STAFF_VIEW: ViewDefinition = { name: 'staff', indexes: [] };

/** A person who may take care of messages now, or could once; identity told it. */
export interface StaffMember extends ViewDocument {
  readonly version: number;
  readonly mayHandle: boolean;
}

const HANDLING: ReadonlySet<Role> = new Set([Role.SUPPORT, Role.ADMIN, Role.SUPERADMIN]);

/**
 * Brings the view up to a record of `identity.users.v1`; people who never could are left out.
 * @throws UnreadableRecord when it is no snapshot of a user
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

/** A role given a moment ago may still be on its way here, so "no" takes a while. */
export async function isStaff(view: View<StaffMember>, userId: string): Promise<boolean> {
  const mayHandle = async () => (await view.get(userId))?.mayHandle || undefined;
  return (await poll(mayHandle, { everyMs: PAUSE_MS, withinMs: PATIENCE_MS })) === true;
}
