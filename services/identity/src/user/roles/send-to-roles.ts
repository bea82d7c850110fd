import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import type { IdentityParts } from '../commands/parts.ts';
import { type RolesCommand, roles } from './decide.ts';
import { rolesCodec } from './events.ts';
import { ROLES_STREAM } from './roles.ts';

export async function sendToRoles(
  { store, clock, newId }: IdentityParts,
  command: RolesCommand,
  meta: CommitMeta,
  admit?: () => Promise<void>,
): Promise<void> {
  const context = { commandId: newId(), meta, at: clock(), ...(admit && { admit }) };
  await handleCommand(store, roles, rolesCodec, ROLES_STREAM, command, context, newId);
}
