import { specify } from '@volant/infra/testing/decider-specification';
import { describe, expect, it } from 'vitest';
import { apiTokens, MAX_API_TOKENS, tokenWithHash } from './decide.ts';
import type { ApiTokenAdded } from './events.ts';

const AT = '2026-11-27T10:00:00.000Z';
const added = (id: string, userId = 'ada'): ApiTokenAdded => ({
  type: 'ApiTokenAdded',
  data: { id, name: id, scopes: ['PAGES_READ'], hash: `hash-${id}`, userId, addedAt: AT, endsAt: null },
});
const add = (id: string) => ({ type: 'AddApiToken' as const, data: added(id).data });
const used = (id: string, day: string) => ({ type: 'ApiTokenUsed' as const, data: { id, day } });
const use = (id: string, day: string) => ({ type: 'NoteUse' as const, data: { hash: `hash-${id}`, day } });
const revoke = (id: string) => ({ type: 'RevokeApiToken' as const, data: { id, at: AT } });
const revoked = (id: string) => ({
  type: 'ApiTokenRevoked' as const,
  data: { id, hash: `hash-${id}`, revokedAt: AT },
});

describe('API tokens', () => {
  it('adds tokens up to the limit, and again after one is revoked', () => {
    const full = Array.from({ length: MAX_API_TOKENS }, (_, at) => added(`t${at}`));
    specify(apiTokens)
      .given(full.slice(1))
      .when(add('last'))
      .then([added('last')]);
    specify(apiTokens).given(full).when(add('more')).thenRefuses('API_TOKEN_LIMIT_REACHED');
    specify(apiTokens)
      .given([...full, revoked('t3')])
      .when(add('more'))
      .then([added('more')]);
  });

  it('records the first use of each day only', () => {
    const given = specify(apiTokens).given([added('t'), used('t', '2026-11-27')]);
    given.when(use('t', '2026-11-27')).then([]);
    given.when(use('t', '2026-11-26')).then([]);
    given.when(use('t', '2026-11-28')).then([used('t', '2026-11-28')]);
    given.when(use('unknown', '2026-11-28')).then([]);
  });

  it('revokes a token once', () => {
    specify(apiTokens)
      .given([added('t')])
      .when(revoke('t'))
      .then([revoked('t')]);
    specify(apiTokens)
      .given([added('t'), revoked('t')])
      .when(revoke('t'))
      .thenRefuses('API_TOKEN_NOT_FOUND');
  });

  it('revokes all tokens of an erased person, and leaves those of others', () => {
    specify(apiTokens)
      .given([added('a'), added('b', 'bert'), added('c')])
      .when({ type: 'RevokeTokensOf', data: { userId: 'ada', at: AT } })
      .then([revoked('a'), revoked('c')]);
  });

  it('finds a token by its whole hash', () => {
    const tokens = [added('a'), added('b')].reduce(apiTokens.evolve, apiTokens.initialState);
    expect(tokenWithHash(tokens, 'hash-b')?.id).toBe('b');
    expect(tokenWithHash(tokens, 'hash-')).toBeUndefined();
  });
});
