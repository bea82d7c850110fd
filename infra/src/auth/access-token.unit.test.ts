import { createPrivateKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cache } from '../cache/cache.ts';
import { DomainError } from '../errors/domain-error.ts';
import {
  createTokenSigner,
  createTokenVerifier,
  generateSigningKey,
  publicKeyOf,
  REVOKED,
  type SessionState,
  type SigningKey,
  sessionCacheKey,
  sessionStateOf,
} from './access-token.ts';
import { apiTokenHash, sessionOfApiToken } from './api-token.ts';

const SESSION: SessionState = { userId: 'u1', role: 'DRIVER', expiresAt: '2030-01-01T00:00:00.000Z' };

function mapCache(): Cache & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    get: async (key) => map.get(key),
    set: async (key, value) => void map.set(key, value),
    setIfAbsent: async (key, value) => {
      if (map.has(key)) return false;
      map.set(key, value);
      return true;
    },
    delete: async (key) => void map.delete(key),
    take: async () => ({ allowed: true, retryAfterMs: 0 }),
    giveBack: async () => {},
    close: async () => {},
  };
}

describe('token verifier', () => {
  let key: SigningKey;
  let token: string;
  beforeAll(async () => {
    key = generateSigningKey();
    token = await createTokenSigner(key).sign({
      userId: 'u1',
      sessionId: 's1',
      expiresAt: new Date(SESSION.expiresAt),
    });
  });

  function setUp(source: Record<string, SessionState> = { s1: SESSION }, clock = () => new Date('2027-01-01')) {
    const cache = mapCache();
    let loads = 0;
    const loadSession = async (id: string) => {
      loads += 1;
      return source[id];
    };
    const verifier = createTokenVerifier({ publicKeys: [key.publicKey], cache, loadSession, clock });
    return { cache, source, verifier, loads: () => loads };
  }

  it('returns the session’s user with the current role', async () => {
    const { verifier, cache, loads } = setUp();
    expect(await verifier.verify(token)).toEqual({ userId: 'u1', role: 'DRIVER', sessionId: 's1' });
    cache.map.set(sessionCacheKey('s1'), JSON.stringify({ ...SESSION, role: 'ADMIN' }));
    expect(await verifier.verify(token)).toMatchObject({ role: 'ADMIN' });
    expect(loads()).toBe(1);
  });

  it('refuses a revoked session at once, even if the signature was verified before', async () => {
    const { verifier, cache } = setUp();
    await verifier.verify(token);
    cache.map.set(sessionCacheKey('s1'), REVOKED);
    expect(await verifier.verify(token)).toBeUndefined();
  });

  it('does not overwrite a revocation that arrives while the session is being loaded', async () => {
    const cache = mapCache();
    const loadSession = async () => {
      cache.map.set(sessionCacheKey('s1'), REVOKED);
      return SESSION;
    };
    const verifier = createTokenVerifier({ publicKeys: [key.publicKey], cache, loadSession });
    expect(await verifier.verify(token)).toBeUndefined();
    expect(cache.map.get(sessionCacheKey('s1'))).toBe(REVOKED);
  });

  it('returns the caller of an API token with its scopes, and forgets those that it does not know', async () => {
    const apiToken = `volant_${'a'.repeat(43)}`;
    const state = { ...SESSION, role: 'ADMIN' as const, scopes: ['PAGES_READ', 'OF_A_LATER_RELEASE'] };
    const sessionId = sessionOfApiToken(apiTokenHash(apiToken));
    const { verifier, cache } = setUp({ [sessionId]: sessionStateOf(state) });
    const caller = { userId: 'u1', role: 'ADMIN', sessionId, scopes: ['PAGES_READ'] };
    expect(await verifier.verify(apiToken)).toEqual(caller);
    expect(await verifier.verify(apiToken)).toEqual(caller);
    cache.map.set(sessionCacheKey(sessionId), REVOKED);
    expect(await verifier.verify(apiToken)).toBeUndefined();
  });

  it('refuses an API token that is unknown, ended or of another form', async () => {
    const apiToken = `volant_${'a'.repeat(43)}`;
    const sessionId = sessionOfApiToken(apiTokenHash(apiToken));
    const state = { ...SESSION, scopes: [] };
    const { verifier, loads } = setUp({ [sessionId]: state }, () => new Date(SESSION.expiresAt));
    expect(await verifier.verify(apiToken)).toBeUndefined();
    expect(await verifier.verify(`volant_${'b'.repeat(43)}`)).toBeUndefined();
    expect(loads()).toBe(2);
    for (const wrong of [`${apiToken}a`, apiToken.slice(1), `${apiToken.slice(0, -1)}!`]) {
      expect(await verifier.verify(wrong)).toBeUndefined();
    }
    expect(loads()).toBe(2);
  });

  it('refuses an unknown session, and a token for another user’s session', async () => {
    expect(await setUp({}).verifier.verify(token)).toBeUndefined();
    expect(await setUp({ s1: { ...SESSION, userId: 'u2' } }).verifier.verify(token)).toBeUndefined();
  });

  it('distinguishes an outage of the source from an ended session', async () => {
    const outage = new DomainError('UNAVAILABLE');
    const verifier = createTokenVerifier({
      publicKeys: [key.publicKey],
      cache: mapCache(),
      loadSession: () => Promise.reject(outage),
    });
    await expect(verifier.verify(token)).rejects.toBe(outage);
  });

  it('refuses an expired token, even if its signature was verified in time', async () => {
    let now = new Date('2029-12-31');
    const { verifier } = setUp(undefined, () => now);
    expect(await verifier.verify(token)).toBeDefined();
    now = new Date('2030-01-02');
    expect(await verifier.verify(token)).toBeUndefined();
  });

  it('refuses a session that ended before its token, whether its state is cached or not', async () => {
    const over = { ...SESSION, expiresAt: '2026-12-31T00:00:00.000Z' };
    const { verifier, cache } = setUp({ s1: over });
    expect(await verifier.verify(token)).toBeUndefined();
    expect(cache.map.size).toBe(0);
    cache.map.set(sessionCacheKey('s1'), JSON.stringify(over));
    expect(await verifier.verify(token)).toBeUndefined();
  });

  it('refuses a token that its key signed under another issuer', async () => {
    const privateKey = createPrivateKey({ key: { ...key.privateKey }, format: 'jwk' });
    const claims = jwt.decode(token) as jwt.JwtPayload;
    const sign = (iss: string | undefined) =>
      jwt.sign({ ...claims, iss }, privateKey, { algorithm: 'ES256', keyid: key.keyId });
    const { verifier } = setUp();
    expect(await verifier.verify(sign(claims.iss))).toBeDefined();
    expect(await verifier.verify(sign('somebody else'))).toBeUndefined();
  });

  it('refuses a token that is missing, broken, tampered with, too long or signed by another key', async () => {
    const { verifier } = setUp();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('"u1"', '"u2"')).toString(
      'base64url',
    );
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const stranger = await createTokenSigner({ ...generateSigningKey(), keyId: key.keyId }).sign({
      userId: 'u1',
      sessionId: 's1',
      expiresAt: new Date(SESSION.expiresAt),
    });
    const bad = [
      undefined,
      '',
      'x',
      'a.b.c',
      `${header}.${forged}.${signature}`,
      `${none}.${payload}.`,
      token.repeat(20),
      stranger,
    ];
    for (const candidate of bad) expect(await verifier.verify(candidate)).toBeUndefined();
    expect(await verifier.verify(token)).toBeDefined();
  });

  it('never includes the private half in the public key', () => {
    expect(key.publicKey).not.toHaveProperty('d');
    expect(key.privateKey).toHaveProperty('d');
    const { x, y } = key.privateKey;
    const half = { kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' };
    expect(publicKeyOf(key.privateKey)).toEqual({ ...half, kid: key.keyId });
    expect(publicKeyOf(key.privateKey, 'other')).toEqual({ ...half, kid: 'other' });
    const { kid, ...unnamed } = key.privateKey;
    expect(publicKeyOf(unnamed)).toEqual(half);
  });
});
