import { createHash, createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { DEFAULT_LANGUAGE, languagesWith } from '@volant/proto/text/languages';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import type { SubgraphCall } from '../graphql/subgraph-call.ts';
import { text } from '../text/outside-text.ts';

export const ASSERTION_HEADER = 'x-volant-assertion';
export const MIN_SECRET_LENGTH = 32;

const ALGORITHM = 'HS256';
const ISSUER = 'volant-internal';
const LIFETIME_SECONDS = 25;
/** Allows for clock differences between machines; with it an assertion is valid for 30 s. */
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_LENGTH = 4096;

/** The request an assertion is bound to; it is not valid for any other. */
export interface AssertedRequest {
  readonly method: string;
  readonly path: string;
  /** The user's token, which is sent beside the assertion. */
  readonly token: string | undefined;
  /** Undefined for uploads: they are streamed, so the whole body is not known when the call is signed. */
  readonly body: string | Uint8Array | undefined;
}

const claims = z.object({
  // A process of the next release may know more languages.
  lng: z.enum(languagesWith()).catch(DEFAULT_LANGUAGE),
  adr: text(64),
  cid: text(64),
  idk: text(128).optional(),
  req: text(200),
  iat: z.number(),
  exp: z.number(),
});

type Claims = z.infer<typeof claims>;

/** The lines of the setting: a process signs with the first secret and accepts all of them, which allows rotation. */
export function internalSecrets(setting: string): readonly [string, ...string[]] {
  const [first = '', ...others] = setting.split('\n').map((line) => line.trim());
  return [first, ...others];
}

/**
 * Assertions between processes that share a secret. Services trust the gateway's assertion instead of what clients
 * claim.
 */
export function createAssertions({ secret }: { readonly secret: string }) {
  const secrets = internalSecrets(secret);
  if (secrets.some(({ length }) => length < MIN_SECRET_LENGTH))
    throw new Error(`the internal secret has less than ${MIN_SECRET_LENGTH} characters`);
  const [key, ...others] = secrets.map((one) => createSecretKey(Buffer.from(one))) as [KeyObject, ...KeyObject[]];

  return {
    /**
     * Signs a call to one service; valid for a few seconds.
     * @param audience name of the service that has to accept it
     */
    sign(audience: string, call: SubgraphCall, request: AssertedRequest): string {
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

    /**
     * Returns the asserted call.
     * @throws DomainError UNAUTHENTICATED if the assertion is missing, broken, expired, for another service or for
     * another request
     */
    verify(audience: string, header: string | undefined, request: AssertedRequest): SubgraphCall {
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
        // Also refuses a token that was signed with a longer lifetime.
        maxAge: LIFETIME_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const found = claims.parse(payload);
      // The library accepts a token issued in the future as young enough.
      return found.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS ? undefined : found;
    } catch {
      // Every invalid assertion gives the same answer.
      return undefined;
    }
  }
}

export type Assertions = ReturnType<typeof createAssertions>;

/** For calls a process makes on its own behalf. */
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
  // The lengths prevent one part from being read as the end of another.
  const hash = createHash('sha256').update(`${method} ${path.length} ${path} ${token.length} ${token} `);
  if (body === undefined) return hash.update('streamed').digest('base64url');
  return hash.update('bytes ').update(body).digest('base64url');
}
