import type { Role } from '@volant/infra/auth/viewer';
import { isEmail, LONGEST_EMAIL } from '@volant/proto/contact/email';
import type { OpenIdSettings } from './settings.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The highest role that a value of the claim gives; DRIVER if none does. */
export function roleIn(claims: Claims, { claim, values }: Pick<OpenIdSettings, 'claim' | 'values'>): Role {
  const held = textsIn(valueAt(claims, claim));
  return values.find(([, accepted]) => accepted.some((value) => held.includes(value)))?.[0] ?? 'DRIVER';
}

export function hasRoleClaim(claims: Claims, { claim }: Pick<OpenIdSettings, 'claim'>): boolean {
  return valueAt(claims, claim) !== undefined;
}

/** The name of a claim may itself have dots, as addresses have. */
function valueAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let at: unknown = claims;
  for (const part of claim.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Claims)[part];
  }
  return at;
}

function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
}

/** Entra's claim for a verified domain of the address, in its spellings; it sends no `email_verified`. */
const DOMAIN_VERIFIED: ReadonlySet<unknown> = new Set([true, 1, '1', 'true']);

/** The address of the claims if the issuer has verified it and it is of the team's domains. */
export function emailIn(
  { email, email_verified: verified, xms_edov: ofDomain }: Claims,
  { domains }: Pick<OpenIdSettings, 'domains'>,
): string | undefined {
  const isVerified = verified === true || (verified === undefined && DOMAIN_VERIFIED.has(ofDomain));
  if (!isVerified || typeof email !== 'string' || email.length > LONGEST_EMAIL || !isEmail(email)) {
    return undefined;
  }
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase()) ? email : undefined;
}
