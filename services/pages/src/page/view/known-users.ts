import { fromBinary } from '@bufbuild/protobuf';
import { readValue } from '@volant/infra/message-log/dead-letter';
import type { LogViewDefinition } from '@volant/infra/message-log/log-view';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import { poll } from '@volant/infra/process/waiting/poll';
import type { View, ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { UserSnapshotSchema } from '@volant/proto/volant/identity/v1/user_pb';

export const KNOWN_USERS_VIEW: ViewDefinition = { name: 'known-users', shape: 'DjlYLacno04_', indexes: [] };

/** A person with an account, as published by identity. */
export interface KnownUser extends ViewDocument {
  /** Version of the latest record of the user. */
  readonly version: number;
  /** The account is erased; only its id is kept here. */
  readonly erased: boolean;
}

/**
 * Applies a record of `identity.users.v1` to the view.
 * @throws UnreadableRecord if it is not a snapshot of a user
 */
export async function applyToKnownUsers(view: WritableView<KnownUser>, record: LogRecord): Promise<void> {
  if (record.value === null) return view.put({ _id: record.key, version: 0, erased: true });
  const version = Number(readValue(record.value, (value) => fromBinary(UserSnapshotSchema, value)).version);
  const known = await view.get(record.key);
  if (known?.erased === true) return;
  if (known === undefined || version > known.version) await view.put({ _id: record.key, version, erased: false });
}

const PATIENCE_MS = 1_000;
const PAUSE_MS = 25;

/** Whether a person has an account. A new account may still be on its way here, so "no" takes up to a second. */
export async function hasAccount(view: View<KnownUser>, userId: string): Promise<boolean> {
  const known = await poll(() => view.get(userId), { everyMs: PAUSE_MS, withinMs: PATIENCE_MS });
  return known?.erased === false;
}

export async function isErased(view: View<KnownUser>, userId: string): Promise<boolean> {
  return (await view.get(userId))?.erased === true;
}

export const KNOWN_USERS_LOG_VIEW: LogViewDefinition = {
  view: KNOWN_USERS_VIEW,
  topic: USERS_TOPIC.name,
  apply: (record, views) => applyToKnownUsers(views.view(KNOWN_USERS_VIEW), record),
};
