/** A change of address that its person, or somebody in their place, has asked for. */
export interface EmailChange {
  readonly changeId: string;
  /** Of the link mailed to the new address. */
  readonly tokenHash: string;
  /** Of the link mailed to the present one. */
  readonly cancelHash: string;
  readonly email: string;
  readonly expiresAt: string;
  /** `void`: the password was reset meanwhile, or an earlier change was undone. */
  readonly outcome: 'open' | 'confirmed' | 'cancelled' | 'void';
}

/** The change that its link would still make. */
export function openChange(change: EmailChange | null, at: string): EmailChange | undefined {
  return change?.outcome === 'open' && Date.parse(at) < Date.parse(change.expiresAt) ? change : undefined;
}
