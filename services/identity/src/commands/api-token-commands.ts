import { apiTokenHash, apiTokenOfSession, sessionOfApiToken } from '@volant/infra/auth/api-token';
import type { Scope } from '@volant/infra/auth/scopes';
import type { Viewer } from '@volant/infra/auth/viewer';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { type ApiToken, type ApiTokenCommand, type ApiTokens, apiTokens } from '../api-tokens/decide.ts';
import { API_TOKENS_STREAM, apiTokenCodec } from '../api-tokens/events.ts';
import { loadApiTokens } from '../api-tokens/load-api-tokens.ts';
import type { IdentityParts } from './parts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SYSTEM: CommitMeta = { actor: 'system', correlationId: 'api tokens' };

export interface WantedApiToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Until it ends; null if it does not. */
  readonly days: number | null;
}

/**
 * @returns the token with its secret, which is shown only now
 * @throws DomainError API_TOKEN_LIMIT_REACHED
 */
export async function addApiToken(
  parts: IdentityParts,
  { days, ...wanted }: WantedApiToken,
  { userId }: Viewer,
  { correlationId, idempotencyKey }: Caller,
): Promise<{ readonly token: ApiToken; readonly secret: string }> {
  const now = parts.clock();
  const input = JSON.stringify([wanted.name, wanted.scopes, days]);
  const id = repeatableId(parts.newId, idempotencyKey, 'add-api-token', userId, input);
  const secret = parts.apiTokenSecrets.secretOf(id);
  const endsAt = days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString();
  const data = { id, ...wanted, hash: apiTokenHash(secret), userId, addedAt: now.toISOString(), endsAt };
  const state = await send(parts, { type: 'AddApiToken', data }, { actor: userId, correlationId }, id);
  const token = state.find((one) => one.id === id);
  if (token === undefined) throw new Error(`API token ${id} is not there after it was added`);
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
  await send(parts, command, { actor: userId, correlationId }, commandId);
  const token = before.find((one) => one.id === id);
  if (token !== undefined) await parts.states.revoke(sessionOfApiToken(token.hash));
}

/** For an account that is being erased. */
export async function revokeTokensOf(parts: IdentityParts, userId: string): Promise<void> {
  const command = { type: 'RevokeTokensOf' as const, data: { userId, at: parts.clock().toISOString() } };
  await send(parts, command, SYSTEM);
}

/**
 * Records that a token is in use. Called when its state is read from the store, which is every ten minutes at most, so
 * the day may be recorded that much later.
 */
export async function noteUse(parts: IdentityParts, sessionId: string): Promise<void> {
  const hash = apiTokenOfSession(sessionId);
  if (hash === undefined) return;
  const day = parts.clock().toISOString().slice(0, 10);
  try {
    await send(parts, { type: 'NoteUse', data: { hash, day } }, SYSTEM);
  } catch (error) {
    // The call must not fail for it; the next one records the use.
    parts.log.warn({ err: error }, 'the use of an API token was not recorded');
  }
}

async function send(
  { store, clock, newId }: IdentityParts,
  command: ApiTokenCommand,
  meta: CommitMeta,
  commandId: string = newId(),
): Promise<ApiTokens> {
  const context = { commandId, meta, at: clock() };
  const { state } = await handleCommand(store, apiTokens, apiTokenCodec, API_TOKENS_STREAM, command, context, newId);
  return state;
}
