import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Cache } from '../cache/cache.ts';
import type { Viewer } from './viewer.ts';

export type { JWK } from 'jose';

const ISSUER = 'volant';
const ALGORITHM = 'ES256';
/** Longer than any token of ours; what is longer is not worth a look. */
const MAX_TOKEN_LENGTH = 2048;
const REMEMBERED_SIGNATURES = 10_000;
/** A state read from the source is read again after this time at the latest, should a change ever fail to reach the cache. */
const STATE_TTL_MS = 10 * 60 * 1000;

const sessionState = z.object({
  userId: z.string(),
  role: z.enum(['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN']),
  /** ISO 8601. */
  expiresAt: z.string(),
});

/** What a session is worth now: its person's present role, until `expiresAt` (ISO 8601). */
export type SessionState = Readonly<z.infer<typeof sessionState>>;

/** @throws when it is none */
export function sessionStateOf(value: unknown): SessionState {
  return sessionState.parse(value);
}

/** Cache value of a session that has been ended; any other value is the JSON of a SessionState. */
export const REVOKED = 'revoked';

export function sessionCacheKey(sessionId: string): string {
  return `session:${sessionId}`;
}

export interface SigningKey {
  readonly privateKey: JWK;
  readonly publicKey: JWK;
  readonly keyId: string;
}

/** A new ES256 key pair, named by its thumbprint. */
export async function generateSigningKey(): Promise<SigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const bare = await exportJWK(pair.privateKey);
  const keyId = await calculateJwkThumbprint(bare);
  const privateKey: JWK = { ...bare, kid: keyId, alg: ALGORITHM, use: 'sig' };
  return { privateKey, publicKey: publicKeyOf(privateKey), keyId };
}

/** The half of a key that others may have. */
export function publicKeyOf({ kty, crv, x, y, kid }: JWK, keyId?: string): JWK {
  const id = keyId ?? kid;
  return Object.fromEntries(
    Object.entries({ kty, crv, x, y, kid: id, alg: ALGORITHM, use: 'sig' }).filter(([, value]) => value !== undefined),
  ) as JWK;
}

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>;
}

export function createTokenSigner(settings: { readonly privateKey: JWK; readonly keyId: string }): TokenSigner {
  return {
    sign({ userId, sessionId, expiresAt }) {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: settings.keyId })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(settings.privateKey);
    },
  };
}

export interface TokenVerifierParts {
  readonly publicKeys: readonly JWK[];
  readonly cache: Cache;
  /** The session's state at its source; undefined if it is unknown or ended. */
  readonly loadSession: (sessionId: string) => Promise<SessionState | undefined>;
  readonly clock?: () => Date;
}

export interface TokenVerifier {
  /** Who sends the token, or undefined if it is missing, broken, expired or revoked. */
  verify(token: string | undefined): Promise<Viewer | undefined>;
}

/** Checks the signature once per token, and the session's present state at every call. */
export function createTokenVerifier(parts: TokenVerifierParts): TokenVerifier {
  const { cache, loadSession, clock = () => new Date() } = parts;
  const keys = createLocalJWKSet({ keys: parts.publicKeys.map((key) => publicKeyOf(key)) });
  const verified = new LRUCache<string, Verified>({ max: REMEMBERED_SIGNATURES });

  async function verifySignature(token: string): Promise<Verified | undefined> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: ISSUER,
        algorithms: [ALGORITHM],
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: clock(),
      });
      if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string' || payload.exp === undefined)
        return undefined;
      const made: Verified = {
        userId: payload.sub,
        sessionId: payload.sid,
        stateKey: sessionCacheKey(payload.sid),
        expiresAt: payload.exp * 1000,
        read: undefined,
      };
      verified.set(token, made);
      return made;
    } catch {
      // Whatever is wrong with a stranger's token, the answer is the same: it names nobody.
      return undefined;
    }
  }

  async function loadState({ sessionId, stateKey: key }: Verified): Promise<SessionState | undefined> {
    const loaded = await loadSession(sessionId);
    if (loaded === undefined) return undefined;
    const ttl = Math.min(STATE_TTL_MS, Date.parse(loaded.expiresAt) - clock().getTime());
    if (ttl <= 0) return undefined;
    if (await cache.setIfAbsent(key, JSON.stringify(loaded), ttl)) return loaded;
    // Somebody wrote the state meanwhile, perhaps a revocation: theirs is the newer one.
    const newer = await cache.get(key);
    return newer === undefined ? loaded : stateOf(newer);
  }

  return {
    async verify(token) {
      if (token === undefined || token === '' || token.length > MAX_TOKEN_LENGTH) return undefined;
      const known = verified.get(token) ?? (await verifySignature(token));
      const now = clock().getTime();
      if (known === undefined || known.expiresAt <= now) return undefined;
      const cached = await cache.get(known.stateKey);
      const state = cached === undefined ? await loadState(known) : readState(known, cached);
      if (state === undefined || state.userId !== known.userId || Date.parse(state.expiresAt) <= now) return undefined;
      return { userId: known.userId, role: state.role, sessionId: known.sessionId };
    },
  };
}

/** A token whose signature is good. */
interface Verified {
  readonly userId: string;
  readonly sessionId: string;
  readonly stateKey: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Its session's state as last read out of the cache's text, which seldom changes. */
  read: { readonly text: string; readonly state: SessionState | undefined } | undefined;
}

function readState(known: Verified, text: string): SessionState | undefined {
  if (known.read?.text !== text) known.read = { text, state: stateOf(text) };
  return known.read.state;
}

/** The session's state by its text in the cache; undefined if it has been ended. */
function stateOf(text: string): SessionState | undefined {
  return text === REVOKED ? undefined : sessionStateOf(JSON.parse(text));
}
