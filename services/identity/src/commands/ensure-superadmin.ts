import { DomainError } from '@volant/infra/errors/domain-error';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { parseEmail } from '@volant/infra/text/email';
import { OPERATOR } from '../credentials/gate.ts';
import { roles } from '../roles/decide.ts';
import { rolesCodec } from '../roles/events.ts';
import { hasSuperadmin, ROLES_STREAM } from '../roles/roles.ts';
import { usernameReservation } from '../user/account-keys.ts';
import { parsePassword, passwordForms } from '../user/password.ts';
import { type ChangeRoleParts, commandRoles } from './change-role.ts';
import { accountWithEmail } from './read-account.ts';
import { type RegisterParts, register } from './register.ts';

const TAKEN = ['EMAIL_TAKEN', 'SUPERADMIN_ACCOUNT_TAKEN'];

export interface SuperadminRequest {
  readonly email: string;
  readonly password?: string | undefined;
}

export type SuperadminOutcome = 'created' | 'promoted' | 'unchanged';

/** What a start with settings found instead; nothing was changed. */
export type SettingsOutcome = SuperadminOutcome | 'role is held' | 'address is taken';

/**
 * The operator's way to a first SUPERADMIN.
 *
 * With a password, an account that exists is promoted only if that is its password: addresses are not verified, so
 * whoever signs up with the operator's address before the operator does must gain nothing by it. Without a
 * password the operator means the account as it is.
 * @throws DomainError USER_NOT_FOUND (no such account, and no password to open one with), SUPERADMIN_ACCOUNT_TAKEN
 */
export async function ensureSuperadmin(
  parts: RegisterParts & ChangeRoleParts,
  request: SuperadminRequest,
): Promise<SuperadminOutcome> {
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
 * The first SUPERADMIN as the settings of a start name them. Settings outlive what people do with their accounts: once
 * somebody holds the role, they neither open nor promote another account. Otherwise a former address would come back
 * as a SUPERADMIN with a password that lies in a file, and whoever was lowered would be raised at the next start.
 * @throws DomainError for an address or a password that no account can have
 */
export async function ensureFirstSuperadmin(
  parts: RegisterParts & ChangeRoleParts,
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

async function open(parts: RegisterParts, email: string, password: string | undefined): Promise<string> {
  if (password === undefined) throw new DomainError('USER_NOT_FOUND');
  const registration = { email, username: await freeUsername(parts, email), password: parsePassword(password) };
  const userId = parts.newId();
  await register(parts, registration, userId, { actor: 'operator', correlationId: parts.newId() }, OPERATOR);
  return userId;
}

/** The part before the @, made long enough and unlike anybody else's. */
async function freeUsername({ store, newId }: RegisterParts, email: string): Promise<string> {
  const local = email.slice(0, email.lastIndexOf('@')).slice(0, 40);
  const name = local.length < 3 ? `admin-${local}` : local;
  const taken = (await store.reservations.ownerOf(usernameReservation(name))) !== undefined;
  return taken ? `${name}-${newId().slice(-6)}` : name;
}

async function appoint(parts: ChangeRoleParts, userId: string): Promise<void> {
  const command = { type: 'AppointSuperadmin' as const, data: { userId } };
  await commandRoles(parts, userId, command, { actor: 'operator', correlationId: parts.newId() });
}
