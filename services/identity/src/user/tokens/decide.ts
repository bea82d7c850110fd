import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import type { ApiTokenAdded, ApiTokenEvent } from './events.ts';

/** Tokens of all administrators together, those that have ended included. */
export const MAX_API_TOKENS = 50;

export type ApiToken = ApiTokenAdded['data'] & {
  /** UTC, YYYY-MM-DD. */
  readonly lastUsedOn: string | null;
};

/** Tokens that are not revoked, in the order in which they were added. */
export type ApiTokens = readonly ApiToken[];

interface Commands {
  readonly AddApiToken: ApiTokenAdded['data'];
  readonly NoteUse: { readonly hash: string; readonly day: string };
  readonly RevokeApiToken: { readonly id: string; readonly at: string };
  /** @param before added earlier; all of them if absent */
  readonly RevokeTokensOf: { readonly userId: string; readonly before?: string; readonly at: string };
}

export type ApiTokenCommand = CommandOf<Commands>;

function decide(command: ApiTokenCommand, tokens: ApiTokens): readonly ApiTokenEvent[] {
  switch (command.type) {
    case 'AddApiToken':
      if (tokens.length >= MAX_API_TOKENS) throw new DomainError('API_TOKEN_LIMIT_REACHED', { limit: MAX_API_TOKENS });
      return [{ type: 'ApiTokenAdded', data: command.data }];
    case 'NoteUse': {
      const { hash, day } = command.data;
      const token = tokenWithHash(tokens, hash);
      const isNews = token !== undefined && (token.lastUsedOn ?? '') < day;
      return isNews ? [{ type: 'ApiTokenUsed', data: { id: token.id, day } }] : [];
    }
    case 'RevokeApiToken': {
      const { id, at } = command.data;
      const token = tokens.find((one) => one.id === id);
      if (token === undefined) throw new DomainError('API_TOKEN_NOT_FOUND');
      return [revoked(token, at)];
    }
    case 'RevokeTokensOf': {
      const { userId, before, at } = command.data;
      const theirs = tokens.filter(
        (token) => token.userId === userId && (before === undefined || token.addedAt <= before),
      );
      return theirs.map((token) => revoked(token, at));
    }
  }
}

function revoked({ id, hash }: ApiToken, revokedAt: string): ApiTokenEvent {
  return { type: 'ApiTokenRevoked', data: { id, hash, revokedAt } };
}

function evolve(tokens: ApiTokens, { type, data }: ApiTokenEvent): ApiTokens {
  switch (type) {
    case 'ApiTokenAdded':
      return [...tokens, { ...data, lastUsedOn: null }];
    case 'ApiTokenUsed':
      return tokens.map((token) => (token.id === data.id ? { ...token, lastUsedOn: data.day } : token));
    case 'ApiTokenRevoked':
      return tokens.filter(({ id }) => id !== data.id);
  }
}

/** Takes the same time whichever token it is. */
export function tokenWithHash(tokens: ApiTokens, hash: string): ApiToken | undefined {
  const expected = Buffer.from(hash);
  return tokens.find((token) => {
    const known = Buffer.from(token.hash);
    return known.length === expected.length && timingSafeEqual(known, expected);
  });
}

/** Uses add an event a day for each token, so the stream has snapshots. */
export const apiTokens: Decider<ApiTokens, ApiTokenCommand, ApiTokenEvent> = {
  initialState: [],
  decide,
  evolve,
  snapshot: { name: 'api tokens', shape: '5bjjxQ3WK-Qx' },
};
