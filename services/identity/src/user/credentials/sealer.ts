import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that must be readable again, so that a copy of the store does not reveal them.
 * @param secrets the same in every process of the service: the first encrypts, all of them decrypt
 */
export function createSealer(secrets: readonly string[]) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'volant sealed secret', KEY_BYTES)));
  const [first] = keys;
  if (first === undefined) throw new Error('no secret seals');

  function openWith(key: Buffer, context: string, sealed: Buffer): Buffer | undefined {
    try {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  return {
    /** @param context purpose and owner of the secret, which opens in no other context */
    seal(context: string, secret: Uint8Array): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    /** Undefined if the text was sealed with another secret, for another context, or not at all. */
    open(context: string, sealed: string): Buffer | undefined {
      const whole = Buffer.from(sealed, 'base64url');
      for (const key of keys) {
        const opened = openWith(key, context, whole);
        if (opened !== undefined) return opened;
      }
      return undefined;
    },
  };
}

export type Sealer = ReturnType<typeof createSealer>;
