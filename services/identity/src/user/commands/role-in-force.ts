import type { Role } from '@volant/infra/auth/viewer';
import { sameAddress } from '../domain/email-undo.ts';
import type { Account } from './read-account.ts';

/** What the operator demands of SUPPORT, ADMIN and SUPERADMIN. */
export interface StaffRules {
  readonly needsFactor: boolean;
  /** The only account of the team that signs in with its password; undefined if all do. */
  readonly breakGlassEmail: string | undefined;
}

/**
 * A person's role, or DRIVER while their role demands a second factor that they do not have, or a sign-in through the
 * issuer.
 * @param issued whether the session was opened through the issuer, which asks for factors itself
 */
export function roleInForce(
  account: Pick<Account, 'role' | 'secondFactor' | 'email'>,
  rules: StaffRules,
  issued: boolean,
): Role {
  if (issued) return account.role;
  if (!mayUsePassword(account, rules)) return 'DRIVER';
  return needsFactor(account.role, rules) && account.secondFactor === null ? 'DRIVER' : account.role;
}

export function needsFactor(role: Role, rules: StaffRules): boolean {
  return rules.needsFactor && role !== 'DRIVER';
}

export function mayUsePassword({ role, email }: Pick<Account, 'role' | 'email'>, rules: StaffRules): boolean {
  return role === 'DRIVER' || rules.breakGlassEmail === undefined || isBreakGlass({ email }, rules);
}

export function isBreakGlass({ email }: Pick<Account, 'email'>, { breakGlassEmail }: StaffRules): boolean {
  return breakGlassEmail !== undefined && sameAddress(email, breakGlassEmail);
}
