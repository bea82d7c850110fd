import { requireAdministrator } from '@volant/infra/auth/guards';
import { SCOPE_NAMES } from '@volant/infra/auth/scopes';
import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { normalised } from '@volant/infra/text/outside-text';
import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_LABEL } from '@volant/proto/text/lengths';
import type { ApiTokenInput, ApiTokenResolvers, MutationResolvers, QueryResolvers } from '../schema.generated.ts';
import { loadNode } from '../user/shown-user.ts';
import type { ApiToken as StoredToken } from '../user/tokens/decide.ts';
import { loadApiTokens } from '../user/tokens/load-api-tokens.ts';
import { type ApiTokenRequest, addApiToken, revokeApiToken } from './commands.ts';

const LONGEST_DAYS = 365;
/** The ends to choose from, in days. */
const ENDS: readonly number[] = [30, 90, LONGEST_DAYS];

/**
 * @param role a token without an end is for a SUPERADMIN only
 * @throws DomainError VALIDATION_FAILED
 */
function parseApiToken(
  { name: written, scopes, days = LONGEST_DAYS }: ApiTokenInput,
  role: Viewer['role'],
): ApiTokenRequest {
  const units = 4 * LONGEST_LABEL;
  if (written.length > units) throw new DomainError('VALIDATION_FAILED', { field: 'name', limit: LONGEST_LABEL });
  const name = normalised(cleanLine(written), 'NFC', units);
  if (name === '') throw new DomainError('VALIDATION_FAILED', { field: 'name' });
  if ([...name].length > LONGEST_LABEL)
    throw new DomainError('VALIDATION_FAILED', { field: 'name', limit: LONGEST_LABEL });
  if (scopes.length === 0) throw new DomainError('VALIDATION_FAILED', { field: 'scopes' });
  if (days === null ? role !== 'SUPERADMIN' : !ENDS.includes(days))
    throw new DomainError('VALIDATION_FAILED', { field: 'days' });
  return { name, scopes: SCOPE_NAMES.filter((scope) => scopes.includes(scope)), days };
}

export type ShownApiToken = ReturnType<typeof shownToken>;

/** Without its hash. */
function shownToken({ id, name, scopes, userId, addedAt, endsAt, lastUsedOn }: StoredToken) {
  return { id, name, scopes: [...scopes], userId, addedAt, endsAt, lastUsedOn };
}

const ApiToken = {
  addedBy: ({ userId }, _, context) => loadNode(userId, context),
} satisfies ApiTokenResolvers;

const Query = {
  apiTokens: guarded(requireAdministrator, async (_, { parts }) => (await loadApiTokens(parts.store)).map(shownToken)),
} satisfies QueryResolvers;

const Mutation = {
  addApiToken: guarded(requireAdministrator, async ({ input }, { parts, caller }, viewer) => {
    const request = parseApiToken(input, viewer.role);
    const { token, secret } = await addApiToken(parts, request, input.password, viewer, caller);
    return { token: shownToken(token), secret };
  }),

  revokeApiToken: guarded(requireAdministrator, async ({ id }, { parts, caller }, viewer) => {
    await revokeApiToken(parts, id, viewer, caller);
    return { id };
  }),
} satisfies MutationResolvers;

export const API_TOKEN_RESOLVERS = { Query, Mutation, ApiToken };
