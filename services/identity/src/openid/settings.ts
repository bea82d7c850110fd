import type { Role } from '@volant/infra/auth/viewer';
import type { SettingsRule } from '@volant/infra/process/settings/environment';
import { ISSUER_NAME_SHAPE } from '@volant/infra/process/settings/process-settings';
import { emailAddress } from '@volant/infra/text/email';
import { text } from '@volant/infra/text/outside-text';
import type { z } from 'zod';

const list = text().transform((given) =>
  given
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const issuerAddress = text()
  .refine((given) => URL.canParse(given), {
    message: 'must be an address such as https://id.example/realms/team',
    abort: true,
  })
  .refine((given) => isSafe(new URL(given)), 'must be https unless it is on this machine');

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** The team's sign-in with OpenID Connect; spread into the settings of processes with identity. */
export const OPENID_SHAPE = {
  ...ISSUER_NAME_SHAPE,
  VOLANT_OPENID_ISSUER: issuerAddress.optional(),
  VOLANT_OPENID_CLIENT: text().optional(),
  VOLANT_OPENID_SECRET: text().optional(),
  /** Claim that names roles or groups, `groups` if absent; dots lead into objects. */
  VOLANT_OPENID_CLAIM: text().optional(),
  /** Values of the claim that give each role. */
  VOLANT_OPENID_SUPPORT: list.optional(),
  VOLANT_OPENID_ADMIN: list.optional(),
  VOLANT_OPENID_SUPERADMIN: list.optional(),
  /** Domains of the team's addresses. */
  VOLANT_OPENID_DOMAINS: list.optional(),
  /** The only account of the team that signs in with its password, for days on which the issuer is away. */
  VOLANT_BREAK_GLASS_EMAIL: emailAddress.optional(),
};

export const OPENID_SECRETS: readonly string[] = ['VOLANT_OPENID_SECRET'];

const NEEDED = ['VOLANT_OPENID_CLIENT', 'VOLANT_OPENID_SECRET', 'VOLANT_OPENID_NAME', 'VOLANT_OPENID_DOMAINS'];
const ROLES = ['VOLANT_OPENID_SUPPORT', 'VOLANT_OPENID_ADMIN', 'VOLANT_OPENID_SUPERADMIN'];

export const openIdIsWhole: SettingsRule = (given) => {
  const issuer = 'VOLANT_OPENID_ISSUER';
  const missing = (names: readonly string[]) => names.filter((name) => given[name] === undefined);
  if (given[issuer] === undefined) {
    const alone = [...NEEDED, ...ROLES, 'VOLANT_BREAK_GLASS_EMAIL'].filter((name) => given[name] !== undefined);
    return alone.map((name) => `${name}: needs ${issuer} beside it`);
  }
  const problems = missing(NEEDED).map((name) => `${name}: is required with ${issuer}`);
  if (missing(ROLES).length === ROLES.length) problems.push(`${issuer}: needs one of ${ROLES.join(', ')} beside it`);
  return problems;
};

export interface OpenIdSettings {
  readonly name: string;
  readonly issuer: string;
  readonly client: string;
  readonly secret: string;
  readonly claim: string;
  /** Values of the claim, by role; the highest role wins. */
  readonly values: readonly (readonly [Role, readonly string[]])[];
  readonly domains: readonly string[];
}

type Given = { readonly [K in keyof typeof OPENID_SHAPE]?: z.infer<(typeof OPENID_SHAPE)[K]> };

export function openIdOf(given: Given): OpenIdSettings | undefined {
  const { VOLANT_OPENID_ISSUER: issuer, VOLANT_OPENID_CLIENT: client, VOLANT_OPENID_SECRET: secret } = given;
  const { VOLANT_OPENID_NAME: name } = given;
  if (issuer === undefined || client === undefined || secret === undefined || name === undefined) return undefined;
  return {
    ...{ name, issuer, client, secret, claim: given.VOLANT_OPENID_CLAIM ?? 'groups' },
    values: [
      ['SUPERADMIN', given.VOLANT_OPENID_SUPERADMIN ?? []],
      ['ADMIN', given.VOLANT_OPENID_ADMIN ?? []],
      ['SUPPORT', given.VOLANT_OPENID_SUPPORT ?? []],
    ],
    domains: (given.VOLANT_OPENID_DOMAINS ?? []).map((domain) => domain.toLowerCase()),
  };
}
