import { apiTokenHash, sessionOfApiToken } from '@volant/infra/auth/api-token';
import type { Scope } from '@volant/infra/auth/scopes';
import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { checkPassword } from '../user/commands/check-password.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { readAccount } from '../user/commands/read-account.ts';
import type { ApiToken } from '../user/tokens/decide.ts';
import { loadApiTokens } from '../user/tokens/load-api-tokens.ts';
import { revokeTokensOf, sendToTokens } from '../user/tokens/send-to-tokens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface ApiTokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Until it ends; null if it does not. */
  readonly days: number | null;
}

/**
 * Asks for the password, because a stranger at an open screen could otherwise keep an access.
 * @returns the token with its secret, which is shown only now
 * @throws DomainError FIELDS_REQUIRED, WRONG_PASSWORD, API_TOKEN_LIMIT_REACHED
 */
export async function addApiToken(
  parts: IdentityParts,
  { days, ...request }: ApiTokenRequest,
  password: string,
  { userId }: Viewer,
  { address, correlationId, idempotencyKey }: Caller,
): Promise<{ readonly token: ApiToken; readonly secret: string }> {
  const { account } = await checkPassword(parts, userId, password, address);
  const now = parts.clock();
  const input = JSON.stringify([request.name, request.scopes, days]);
  const id = repeatableId(parts.newId, idempotencyKey, 'add-api-token', userId, input);
  const secret = parts.apiTokenSecrets.secretOf(id);
  const endsAt = days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString();
  const language = account.language ?? DEFAULT_LANGUAGE;
  const data = { id, ...request, hash: apiTokenHash(secret), userId, language, addedAt: now.toISOString(), endsAt };
  const state = await sendToTokens(parts, { type: 'AddApiToken', data }, { actor: userId, correlationId }, id);
  const token = state.find((one) => one.id === id);
  if (token === undefined) throw new Error(`API token ${id} is not there after it was added`);
  // The role may have been lost meanwhile, and may come back.
  if (!isAdmin(await readAccount(parts.store, userId))) await revokeTokensOf(parts, userId);
  return { token, secret };
}

/**
 * Revokes any administrator's token; every service refuses it from the next request on.
 * @throws DomainError API_TOKEN_NOT_FOUND
 */
export async function revokeApiToken(
  parts: IdentityParts,
  id: string,
  { userId }: Viewer,
  { correlationId, idempotencyKey }: Caller,
): Promise<void> {
  const before = await loadApiTokens(parts.store);
  const commandId = repeatableId(parts.newId, idempotencyKey, 'revoke-api-token', userId, id);
  const command = { type: 'RevokeApiToken' as const, data: { id, at: parts.clock().toISOString() } };
  await sendToTokens(parts, command, { actor: userId, correlationId }, commandId);
  const token = before.find((one) => one.id === id);
  if (token !== undefined) await parts.states.revoke(sessionOfApiToken(token.hash));
}
