import { emailKey } from '@volant/infra/text/email';
import type { SecondFactor } from './second-factor.ts';

/** Most former addresses of an account: each is reserved for it and receives mails. */
export const MAX_UNDOS = 3;

/** Undo of a change of address, back to an address that an account had. */
export interface EmailUndo {
  readonly changeId: string;
  readonly tokenHash: string;
  readonly email: string;
  /** Hash of the password at the time of the change, and the second factor. */
  readonly passwordHash: string;
  readonly secondFactor: SecondFactor | null;
  readonly expiresAt: string;
  /** `used` by its link, or `void`: an older one was used, or the account has returned to this address. */
  readonly outcome: 'open' | 'used' | 'void';
}

/** Undos that are valid at a time, oldest first; their addresses are still reserved for the account. */
export function openUndos(undos: readonly EmailUndo[], at: string): readonly EmailUndo[] {
  return undos.filter(({ outcome, expiresAt }) => outcome === 'open' && Date.parse(at) < Date.parse(expiresAt));
}

/** Returning to an address undoes every change since. */
export function closeFrom(
  undos: readonly EmailUndo[],
  first: (undo: EmailUndo) => boolean,
  outcome: 'used' | 'void',
): readonly EmailUndo[] {
  const from = undos.findIndex((undo) => undo.outcome === 'open' && first(undo));
  if (from < 0) return undos;
  return undos.map((undo, index) =>
    index < from || undo.outcome !== 'open' ? undo : { ...undo, outcome: index === from ? outcome : 'void' },
  );
}

export function sameAddress(one: string, other: string): boolean {
  return emailKey(one) === emailKey(other);
}
