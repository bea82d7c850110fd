import { DomainError } from '@volant/infra/errors/domain-error';
import { loadStream } from '@volant/infra/event-store/load-stream';
import type { IdentityParts } from '../commands/parts.ts';
import { roles } from './decide.ts';
import { rolesCodec } from './events.ts';
import { hasSuperadmin, ROLES_STREAM } from './roles.ts';
import { sendToRoles } from './send-to-roles.ts';

type Parts = Pick<IdentityParts, 'store' | 'firstLinks'>;

async function rolesNow({ store }: Parts) {
  return (await loadStream(store, roles, rolesCodec, ROLES_STREAM)).state;
}

/** Token of a link that opens the account of the first SUPERADMIN; undefined if somebody has the role. */
export async function issueFirstLink(parts: Parts): Promise<string | undefined> {
  return hasSuperadmin(await rolesNow(parts)) ? undefined : parts.firstLinks.issue({});
}

/** @throws DomainError FIRST_LINK_INVALID (too old, not ours, or somebody else has the role) */
export async function checkFirstLink(parts: Parts, token: string, userId: string): Promise<void> {
  if (parts.firstLinks.read(token) === undefined) throw new DomainError('FIRST_LINK_INVALID');
  // Here too, so that nobody is left with an account that they did not mean to open.
  roles.decide({ type: 'AppointFirstSuperadmin', data: { userId } }, await rolesNow(parts));
}

/**
 * Gives the role to an account that was opened by the link and has no session yet.
 * @throws DomainError FIRST_LINK_INVALID (somebody else was faster)
 */
export async function appointFirst(parts: IdentityParts, userId: string, correlationId: string): Promise<void> {
  await sendToRoles(parts, { type: 'AppointFirstSuperadmin', data: { userId } }, { actor: userId, correlationId });
}
