import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Cache } from '../cache/cache.ts';
import { apiTokenHash, isApiToken, sessionOfApiToken } from './api-token.ts';
import { SCOPE_NAMES } from './scopes.ts';
import type { Viewer } from './viewer.ts';

/** An EC key as JSON (RFC 7517), public or private. */
export interface JWK {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  /** Only in private keys. */
  readonly d?: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
}

const ISSUER = 'volant';
const ALGORITHM = 'ES256';
/** Longer tokens are refused unread; ours are shorter. */
const MAX_TOKEN_LENGTH = 2048;
const REMEMBERED_SIGNATURES = 10_000;
/** A cached state is reloaded from its source after this time, in case a change did not reach the cache. */
const STATE_TTL_MS = 10 * 60 * 1000;

const sessionState = z.object({
  userId: z.string(),
  role: z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']),
  /** ISO 8601. */
  expiresAt: z.string(),
  /** Of an API token. Those of a later release open nothing here. */
  scopes: z
    .array(z.string())
    .transform((given) => SCOPE_NAMES.filter((scope) => given.includes(scope)))
    .optional(),
});

const tokenClaims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });

/** Current state of a session: its person's present role, until `expiresAt` (ISO 8601). */
export type SessionState = Readonly<z.infer<typeof sessionState>>;

/** @throws if the value is not a session state */
export function sessionStateOf(value: unknown): SessionState {
  return sessionState.parse(value);
}

/** Cache value of an ended session; any other value is the JSON of a SessionState. */
export const REVOKED = 'revoked';

export function sessionCacheKey(sessionId: string): string {
  return `session:${sessionId}`;
}

export interface SigningKey {
  readonly privateKey: JWK;
  readonly publicKey: JWK;
  readonly keyId: string;
}

/** Generates an ES256 key pair, named by its thumbprint (RFC 7638). */
export function generateSigningKey(): SigningKey {
  const { privateKey: pair } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty = '', crv = '', x = '', y = '', d = '' } = pair.export({ format: 'jwk' });
  const keyId = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const privateKey: JWK = { kty, crv, x, y, d, kid: keyId, alg: ALGORITHM, use: 'sig' };
  return { privateKey, publicKey: publicKeyOf(privateKey), keyId };
}

export function publicKeyOf({ kty, crv, x, y, kid }: JWK, keyId = kid): JWK {
  return { kty, crv, x, y, ...(keyId === undefined ? {} : { kid: keyId }), alg: ALGORITHM, use: 'sig' };
}

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

export type TokenSigner = ReturnType<typeof createTokenSigner>;

export function createTokenSigner(settings: { readonly privateKey: JWK; readonly keyId: string }) {
  const key = createPrivateKey({ key: { ...settings.privateKey }, format: 'jwk' });
  return {
    sign({ userId, sessionId, expiresAt }: TokenClaims): string {
      const payload = { sid: sessionId, exp: Math.floor(expiresAt.getTime() / 1000) };
      const { keyId: keyid } = settings;
      return jwt.sign(payload, key, { algorithm: ALGORITHM, keyid, issuer: ISSUER, subject: userId });
    },
  };
}

export interface TokenVerifierParts {
  readonly publicKeys: readonly JWK[];
  readonly cache: Cache;
  /** Loads the session's state from its source; undefined if the session is unknown or ended. */
  readonly loadSession: (sessionId: string) => Promise<SessionState | undefined>;
  readonly clock?: () => Date;
}

export interface TokenVerifier {
  /** The sender of the token; undefined if the token is missing, broken, expired or revoked. */
  verify(token: string | undefined): Promise<Viewer | undefined>;
}

/** Verifies the signature once per token, and the session's current state on every call. */
export function createTokenVerifier(parts: TokenVerifierParts): TokenVerifier {
  const { cache, loadSession, clock = () => new Date() } = parts;
  const keys = new Map(
    parts.publicKeys.map((key) => [key.kid, createPublicKey({ key: { ...publicKeyOf(key) }, format: 'jwk' })]),
  );
  const verified = new LRUCache<string, Verified>({ max: REMEMBERED_SIGNATURES });

  function verifySignature(token: string): Verified | undefined {
    const claims = claimsOf(token);
    if (claims === undefined) return undefined;
    const { sub, sid, exp } = claims;
    const made: Verified = {
      userId: sub,
      sessionId: sid,
      stateKey: sessionCacheKey(sid),
      expiresAt: exp * 1000,
      read: undefined,
    };
    verified.set(token, made);
    return made;
  }

  /** Every invalid token gives the same answer, so that it reveals no reason. */
  function claimsOf(token: string): z.infer<typeof tokenClaims> | undefined {
    try {
      const key = keys.get(jwt.decode(token, { complete: true })?.header.kid);
      if (key === undefined) return undefined;
      const clockTimestamp = Math.floor(clock().getTime() / 1000);
      return tokenClaims.parse(jwt.verify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, clockTimestamp }));
    } catch {
      return undefined;
    }
  }

  async function loadState({ sessionId, stateKey: key }: Verified): Promise<SessionState | undefined> {
    const loaded = await loadSession(sessionId);
    if (loaded === undefined) return undefined;
    const ttl = Math.min(STATE_TTL_MS, Date.parse(loaded.expiresAt) - clock().getTime());
    if (ttl <= 0) return undefined;
    if (await cache.setIfAbsent(key, JSON.stringify(loaded), ttl)) return loaded;
    // The state was written meanwhile, perhaps by a revocation, so the cached state is newer.
    const newer = await cache.get(key);
    return newer === undefined ? loaded : stateOf(newer);
  }

  return {
    async verify(token) {
      if (token === undefined || token === '' || token.length > MAX_TOKEN_LENGTH) return undefined;
      const known = isApiToken(token) ? ofApiToken(token) : (verified.get(token) ?? verifySignature(token));
      const now = clock().getTime();
      if (known === undefined || known.expiresAt <= now) return undefined;
      const cached = await cache.get(known.stateKey);
      const state = cached === undefined ? await loadState(known) : readState(known, cached);
      return state === undefined || Date.parse(state.expiresAt) <= now ? undefined : viewerOf(known, state);
    },
  };
}

/** Undefined if the session is another person's than the token says. */
function viewerOf(known: Verified, { userId, role, scopes }: SessionState): Viewer | undefined {
  if (known.userId !== undefined && known.userId !== userId) return undefined;
  return { userId, role, sessionId: known.sessionId, ...(scopes && { scopes }) };
}

/** Strangers can make any number of these, so they are not remembered; the session exists only if the token does. */
function ofApiToken(token: string): Verified {
  const sessionId = sessionOfApiToken(apiTokenHash(token));
  const stateKey = sessionCacheKey(sessionId);
  return { userId: undefined, sessionId, stateKey, expiresAt: Number.POSITIVE_INFINITY, read: undefined };
}

/** A token with a valid signature, or an API token, which has none. */
interface Verified {
  /** Undefined for an API token: only its session names the person. */
  readonly userId: string | undefined;
  readonly sessionId: string;
  readonly stateKey: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The session's state as last parsed from the cache's text, which seldom changes. */
  read: { readonly text: string; readonly state: SessionState | undefined } | undefined;
}

function readState(known: Verified, text: string): SessionState | undefined {
  if (known.read?.text !== text) known.read = { text, state: stateOf(text) };
  return known.read.state;
}

/** Parses a session's state from its text in the cache; undefined if the session has ended. */
function stateOf(text: string): SessionState | undefined {
  return text === REVOKED ? undefined : sessionStateOf(JSON.parse(text));
}
