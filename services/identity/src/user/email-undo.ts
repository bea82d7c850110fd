import { emailKey } from '@volant/infra/text/email';

/** An account answers to so many former addresses at most: each is kept from others, and has letters sent to it. */
export const MAX_UNDOS = 3;

/** The way back to an address that an account had. */
export interface EmailUndo {
  readonly changeId: string;
  readonly tokenHash: string;
  readonly email: string;
  /** Of the password that was good when the address was changed. */
  readonly passwordHash: string;
  readonly expiresAt: string;
  /** `used` by its link, or `void`: an older one was used, or the account is back at this address anyway. */
  readonly outcome: 'open' | 'used' | 'void';
}

/** The ways back at a time, oldest first: to these addresses the account still answers. */
export function openUndos(undos: readonly EmailUndo[], at: string): readonly EmailUndo[] {
  return undos.filter(({ outcome, expiresAt }) => outcome === 'open' && Date.parse(at) < Date.parse(expiresAt));
}

/** Whoever goes back to an address has taken back every change since. */
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
