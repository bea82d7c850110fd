import { z } from 'zod';
import { jsonOf } from '../text/json-of.ts';
import { type JWK, publicKeyOf, type SigningKey } from './access-token.ts';

const KTY = 'EC';
const CURVE = 'P-256';

const publicKey = z.object({
  kty: z.literal(KTY),
  crv: z.literal(CURVE),
  x: z.string(),
  y: z.string(),
  kid: z.string().min(1).max(200),
});

/** The private key that signs sessions: a JWK as written by `npm run keys`. */
export const signingKey = z.string().transform((text, context): SigningKey => {
  const given = publicKey.extend({ d: z.string() }).safeParse(jsonOf(text));
  if (!given.success) {
    context.addIssue({
      code: 'custom',
      message: 'must be a private key (JWK, EC P-256, with kid); npm run keys makes one',
    });
    return z.NEVER;
  }
  const privateKey: JWK = given.data;
  return { privateKey, publicKey: publicKeyOf(privateKey), keyId: given.data.kid };
});

/**
 * The public keys of sessions: a JWK set as written by `npm run keys`. During a key rotation it holds the old and the
 * new key.
 */
export const sessionKeys = z.string().transform((text, context): readonly JWK[] => {
  const given = z.object({ keys: z.array(publicKey.loose()).min(1) }).safeParse(jsonOf(text));
  if (!given.success) {
    context.addIssue({ code: 'custom', message: 'must be a set of public keys (JWKS, EC P-256, each with kid)' });
    return z.NEVER;
  }
  if (given.data.keys.some((key) => 'd' in key)) {
    context.addIssue({ code: 'custom', message: 'holds a private key, which only identity may have' });
    return z.NEVER;
  }
  return given.data.keys.map((key) => publicKeyOf(key));
});
