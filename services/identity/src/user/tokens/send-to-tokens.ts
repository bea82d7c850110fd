import { apiTokenOfSession } from '@volant/infra/auth/api-token';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import type { IdentityParts } from '../commands/parts.ts';
import { type ApiTokenCommand, type ApiTokens, apiTokens } from './decide.ts';
import { API_TOKENS_STREAM, apiTokenCodec } from './events.ts';
import { tokenSessionsOf } from './load-api-tokens.ts';

const SYSTEM: CommitMeta = { actor: 'system', correlationId: 'api tokens' };

type TokenParts = Pick<IdentityParts, 'store' | 'clock' | 'newId' | 'states'>;

/**
 * Revokes the tokens of a person for good: of an account that is erased, of an administrator who is none any more, or
 * of a mailbox that was proved later.
 * @param before ISO time; tokens that were added later stay
 */
export async function revokeTokensOf(parts: TokenParts, userId: string, before?: string): Promise<void> {
  const sessions = await tokenSessionsOf(parts.store, userId);
  if (sessions.length === 0) return;
  const data = { userId, ...(before !== undefined && { before }), at: parts.clock().toISOString() };
  await sendToTokens(parts, { type: 'RevokeTokensOf', data }, SYSTEM);
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
    await sendToTokens(parts, { type: 'NoteUse', data: { hash, day } }, SYSTEM);
  } catch (error) {
    // The call must not fail for it; the next one records the use.
    parts.log.warn({ err: error }, 'the use of an API token was not recorded');
  }
}

export async function sendToTokens(
  { store, clock, newId }: Pick<TokenParts, 'store' | 'clock' | 'newId'>,
  command: ApiTokenCommand,
  meta: CommitMeta,
  commandId: string = newId(),
): Promise<ApiTokens> {
  const context = { commandId, meta, at: clock() };
  const { state } = await handleCommand(store, apiTokens, apiTokenCodec, API_TOKENS_STREAM, command, context, newId);
  return state;
}
