import type { EmailChangeRequested } from './events.ts';

/** A change of address that was requested by the account's owner, or by an intruder. */
export interface EmailChange
  extends Pick<EmailChangeRequested['data'], 'changeId' | 'tokenHash' | 'cancelHash' | 'email' | 'expiresAt'> {
  /** `void`: the password was reset meanwhile, or an earlier change was undone. */
  readonly outcome: 'open' | 'confirmed' | 'cancelled' | 'void';
}

/** The change, if its link is still valid. */
export function openChange(change: EmailChange | null, at: string): EmailChange | undefined {
  return change?.outcome === 'open' && Date.parse(at) < Date.parse(change.expiresAt) ? change : undefined;
}
