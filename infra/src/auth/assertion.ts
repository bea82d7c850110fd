import { createHash, createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import type { SubgraphCall } from '../graphql/subgraph-call.ts';
import { text } from '../text/outside-text.ts';

/** Header that carries the assertion of a call from one process to another. */
export const ASSERTION_HEADER = 'x-volant-assertion';
export const MIN_SECRET_LENGTH = 32;

const ALGORITHM = 'HS256';
const ISSUER = 'volant-internal';
const LIFETIME_SECONDS = 25;
/** Clocks of two machines are never quite the same; with it an assertion is good for 30 s. */
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_LENGTH = 4096;

/** What an assertion is bound to: it is worth nothing with another request. */
export interface AssertedRequest {
  readonly method: string;
  readonly path: string;
  /** The user's token, which travels beside the assertion. */
  readonly token: string | undefined;
  /** undefined for uploads: they are streamed, and nobody has the whole body at the time of the call. */
  readonly body: string | Uint8Array | undefined;
}

export interface Assertions {
  /**
   * Vouches for a call to one service, for a few seconds.
   * @param audience name of the service that is to believe it
   */
  sign(audience: string, call: SubgraphCall, request: AssertedRequest): string;
  /**
   * What the caller vouches for.
   * @throws DomainError UNAUTHENTICATED if the assertion is missing, broken, expired, for somebody else or for another request
   */
  verify(audience: string, header: string | undefined, request: AssertedRequest): SubgraphCall;
}

const claims = z.object({
  lng: z.enum(['fr', 'en']),
  adr: text(64),
  cid: text(64),
  idk: text(128).optional(),
  req: text(200),
  iat: z.number(),
  exp: z.number(),
});

type Claims = z.infer<typeof claims>;

/** The lines of a setting: with the first one a process vouches, and it believes each of them, while secrets change. */
export function internalSecrets(setting: string): readonly [string, ...string[]] {
  const [first = '', ...others] = setting.split('\n').map((line) => line.trim());
  return [first, ...others];
}

/** Between processes that share a secret: the gateway's word, which services take instead of any client's. */
export function createAssertions({ secret }: { readonly secret: string }): Assertions {
  const secrets = internalSecrets(secret);
  if (secrets.some(({ length }) => length < MIN_SECRET_LENGTH))
    throw new Error(`the internal secret has less than ${MIN_SECRET_LENGTH} characters`);
  const [key, ...others] = secrets.map((one) => createSecretKey(Buffer.from(one))) as [KeyObject, ...KeyObject[]];

  return {
    sign(audience, call, request) {
      const { language, clientAddress, correlationId, idempotencyKey } = call;
      const payload = {
        lng: language,
        adr: clientAddress,
        cid: correlationId,
        req: hashOf(request),
        ...(idempotencyKey === undefined ? {} : { idk: idempotencyKey }),
      };
      return jwt.sign(payload, key, { algorithm: ALGORITHM, issuer: ISSUER, audience, expiresIn: LIFETIME_SECONDS });
    },

    verify(audience, header, request) {
      if (header === undefined || header.length > MAX_LENGTH) throw new DomainError('UNAUTHENTICATED');
      const payload = [key, ...others].reduce<Claims | undefined>(
        (found, one) => found ?? read(header, audience, one),
        undefined,
      );
      if (payload === undefined || payload.req !== hashOf(request)) throw new DomainError('UNAUTHENTICATED');
      return {
        token: request.token,
        language: payload.lng,
        clientAddress: payload.adr,
        correlationId: payload.cid,
        idempotencyKey: payload.idk,
      };
    },
  };

  function read(header: string, audience: string, secretKey: KeyObject): Claims | undefined {
    try {
      const payload = jwt.verify(header, secretKey, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        // Also refuses what somebody with the secret would have made to last longer.
        maxAge: LIFETIME_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const found = claims.parse(payload);
      // The library takes what was made in the future for young.
      return found.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS ? undefined : found;
    } catch {
      // Whatever is wrong with it, the answer is the same.
      return undefined;
    }
  }
}

/** For calls a process makes on its own account. */
export function callOfProcess(): SubgraphCall {
  return {
    token: undefined,
    language: 'en',
    clientAddress: '',
    correlationId: randomUUID(),
    idempotencyKey: undefined,
  };
}

function hashOf({ method, path, token = '', body }: AssertedRequest): string {
  // Lengths keep one part from passing for the end of another.
  const hash = createHash('sha256').update(`${method} ${path.length} ${path} ${token.length} ${token} `);
  if (body === undefined) return hash.update('streamed').digest('base64url');
  return hash.update('bytes ').update(body).digest('base64url');
}
