import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
/** Length that RFC 4226 recommends, the one of SHA-1. */
const SECRET_BYTES = 20;

/** Account that a secret is offered to. */
interface Offered {
  readonly userId: string;
  /** A new password, or a second factor that is set up, voids earlier offers. */
  readonly passwordVersion: number;
}

/**
 * Secrets of authenticator apps between the first screen and the first code. They are derived and not stored: the proof
 * in a setup says that its password was right.
 * @param secret the same in every process of the service
 */
export function createTotpSetups(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'volant totp setup', KEY_BYTES));
  const derived = (purpose: string, { userId, passwordVersion }: Offered, id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, userId, passwordVersion, id]))
      .digest()
      .subarray(0, SECRET_BYTES);
  return {
    /** @param id the same on a retry, which is offered the same secret */
    offer(account: Offered, id: string) {
      const proof = derived('proof', account, id).toString('base64url');
      return { setup: `${id}.${proof}`, secret: derived('secret', account, id) };
    },
    /** The secret of an offer; undefined if it was not made, not to this account, or is void. */
    secretOf(account: Offered, setup: string): Buffer | undefined {
      const [id = '', proof = ''] = setup.split('.');
      const given = Buffer.from(proof, 'base64url');
      const right = derived('proof', account, id);
      return given.length === right.length && timingSafeEqual(given, right)
        ? derived('secret', account, id)
        : undefined;
    },
  };
}
