import { apiTokenHash, apiTokenOfSession, sessionOfApiToken } from '@volant/infra/auth/api-token';
import type { Scope } from '@volant/infra/auth/scopes';
import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { type ApiToken, type ApiTokenCommand, type ApiTokens, apiTokens } from '../api-tokens/decide.ts';
import { API_TOKENS_STREAM, apiTokenCodec } from '../api-tokens/events.ts';
import { loadApiTokens, tokenSessionsOf } from '../api-tokens/load-api-tokens.ts';
import { checkPassword } from './check-password.ts';
import type { IdentityParts } from './parts.ts';
import { readAccount } from './read-account.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SYSTEM: CommitMeta = { actor: 'system', correlationId: 'api tokens' };

type TokenParts = Pick<IdentityParts, 'store' | 'clock' | 'newId' | 'states'>;

export interface WantedApiToken {
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
  { days, ...wanted }: WantedApiToken,
  password: string,
  { userId }: Viewer,
  { address, correlationId, idempotencyKey }: Caller,
): Promise<{ readonly token: ApiToken; readonly secret: string }> {
  const { account } = await checkPassword(parts, userId, password, address);
  const now = parts.clock();
  const input = JSON.stringify([wanted.name, wanted.scopes, days]);
  const id = repeatableId(parts.newId, idempotencyKey, 'add-api-token', userId, input);
  const secret = parts.apiTokenSecrets.secretOf(id);
  const endsAt = days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString();
  const language = account.language ?? DEFAULT_LANGUAGE;
  const data = { id, ...wanted, hash: apiTokenHash(secret), userId, language, addedAt: now.toISOString(), endsAt };
  const state = await send(parts, { type: 'AddApiToken', data }, { actor: userId, correlationId }, id);
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
  await send(parts, command, { actor: userId, correlationId }, commandId);
  const token = before.find((one) => one.id === id);
  if (token !== undefined) await parts.states.revoke(sessionOfApiToken(token.hash));
}

/**
 * Revokes the tokens of a person for good: of an account that is erased, of an administrator who is none any more, or
 * of a mailbox that was proved later.
 * @param before ISO time; tokens that were added later stay
 */
export async function revokeTokensOf(parts: TokenParts, userId: string, before?: string): Promise<void> {
  const sessions = await tokenSessionsOf(parts.store, userId);
  if (sessions.length === 0) return;
  const data = { userId, ...(before !== undefined && { before }), at: parts.clock().toISOString() };
  await send(parts, { type: 'RevokeTokensOf', data }, SYSTEM);
  for (const session of sessions) await parts.states.refresh(session);
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
  { store, clock, newId }: Pick<TokenParts, 'store' | 'clock' | 'newId'>,
  command: ApiTokenCommand,
  meta: CommitMeta,
  commandId: string = newId(),
): Promise<ApiTokens> {
  const context = { commandId, meta, at: clock() };
  const { state } = await handleCommand(store, apiTokens, apiTokenCodec, API_TOKENS_STREAM, command, context, newId);
  return state;
}
