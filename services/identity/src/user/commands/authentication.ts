import { DomainError } from '@volant/infra/errors/domain-error';
import { nodeOfSelf } from '../shown-user.ts';
import type { IdentityParts } from './parts.ts';
import type { Account } from './read-account.ts';

export interface Authentication {
  readonly token: string;
  readonly account: Account;
  /** Whether the issuer has signed the person in. */
  readonly issued?: boolean;
}

export interface LoggedIn extends Authentication {
  /** Mark to send with the next log-in from this device. */
  readonly device: string;
}

export function shownAuthentication({ token, account, issued = false }: Authentication, parts: IdentityParts) {
  return { token, user: { ...nodeOfSelf(account, parts, issued), justSignedIn: true as const } };
}

/** Counts the refusals of a log-in. */
export function counted(parts: IdentityParts, attempt: Promise<LoggedIn>): Promise<LoggedIn> {
  return attempt.catch((error: unknown) => {
    const code = error instanceof DomainError ? error.code : 'INTERNAL';
    // The password was right.
    if (code !== 'SECOND_FACTOR_REQUIRED') parts.countRefusedSignIn(code);
    throw error;
  });
}
