import type { Role } from '@volant/infra/auth/viewer';
import type { Account } from './read-account.ts';

/** A person's role, or DRIVER while their role demands a second factor that they do not have. */
export function roleInForce(
  { role, secondFactor }: Pick<Account, 'role' | 'secondFactor'>,
  staffNeedsIt: boolean,
): Role {
  return needsFactor(role, staffNeedsIt) && secondFactor === null ? 'DRIVER' : role;
}

export function needsFactor(role: Role, staffNeedsIt: boolean): boolean {
  return staffNeedsIt && role !== 'DRIVER';
}
