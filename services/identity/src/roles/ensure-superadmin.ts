import { DomainError } from '@volant/infra/errors/domain-error';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { parseEmail } from '@volant/infra/text/email';
import { freeUsername } from '../user/commands/free-username.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { accountWithEmail } from '../user/commands/read-account.ts';
import { register } from '../user/commands/register.ts';
import { OPERATOR } from '../user/credentials/gate.ts';
import { parsePassword, passwordForms } from '../user/domain/password.ts';
import { commandRoles } from '../user/roles/command-roles.ts';
import { roles } from '../user/roles/decide.ts';
import { rolesCodec } from '../user/roles/events.ts';
import { hasSuperadmin, ROLES_STREAM } from '../user/roles/roles.ts';

const TAKEN = ['EMAIL_TAKEN', 'SUPERADMIN_ACCOUNT_TAKEN'];

export interface SuperadminRequest {
  readonly email: string;
  readonly password?: string | undefined;
}

export type SuperadminOutcome = 'created' | 'promoted' | 'unchanged';

/** Startup settings may also find that the role is held or the address is taken; nothing changes then. */
export type SettingsOutcome = SuperadminOutcome | 'role is held' | 'address is taken';

/**
 * Creates or promotes a first SUPERADMIN for the operator.
 *
 * With a password, an existing account is promoted only if the password matches: addresses are not verified, so a
 * stranger who signs up with the operator's address first must not gain the role. Without a password, the existing
 * account is promoted in any case.
 * @throws DomainError USER_NOT_FOUND (no account, and no password to open one with), SUPERADMIN_ACCOUNT_TAKEN
 */
export async function ensureSuperadmin(parts: IdentityParts, request: SuperadminRequest): Promise<SuperadminOutcome> {
  const email = parseEmail(request.email);
  const existing = await accountWithEmail(parts.store, email);
  if (existing?.role === 'SUPERADMIN') return 'unchanged';
  if (existing === undefined) {
    await appoint(parts, await open(parts, email, request.password));
    return 'created';
  }
  if (request.password !== undefined) {
    const same = await parts.passwords.matches(existing.passwordHash, passwordForms(request.password), OPERATOR);
    if (!same) throw new DomainError('SUPERADMIN_ACCOUNT_TAKEN');
  }
  await appoint(parts, existing.userId);
  return 'promoted';
}

/**
 * Creates the first SUPERADMIN named by the startup settings. Settings outlive accounts: once any account holds the
 * role, they neither open nor promote another one. Otherwise a former address would return as a SUPERADMIN with a
 * password stored in a file, and a demoted SUPERADMIN would be promoted again at the next start.
 * @throws DomainError for an invalid address or password
 */
export async function ensureFirstSuperadmin(
  parts: IdentityParts,
  request: Required<SuperadminRequest>,
): Promise<SettingsOutcome> {
  const existing = await accountWithEmail(parts.store, parseEmail(request.email));
  const held = await loadStream(parts.store, roles, rolesCodec, ROLES_STREAM);
  if (existing?.role !== 'SUPERADMIN' && hasSuperadmin(held.state)) return 'role is held';
  return ensureSuperadmin(parts, request).catch((error: unknown) => {
    if (error instanceof DomainError && TAKEN.includes(error.code)) return 'address is taken';
    throw error;
  });
}

async function open(parts: IdentityParts, email: string, password: string | undefined): Promise<string> {
  if (password === undefined) throw new DomainError('USER_NOT_FOUND');
  const registration = { email, username: await freeUsername(parts, email), password: parsePassword(password) };
  const userId = parts.newId();
  await register(parts, registration, userId, { actor: 'operator', correlationId: parts.newId() }, OPERATOR);
  return userId;
}

async function appoint(parts: IdentityParts, userId: string): Promise<void> {
  const command = { type: 'AppointSuperadmin' as const, data: { userId } };
  await commandRoles(parts, userId, command, { actor: 'operator', correlationId: parts.newId() });
}
