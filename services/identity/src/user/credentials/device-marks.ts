import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const DEVICE_BYTES = 16;
const SECRET_BYTES = 32;
/** 48 bytes in base64url. */
const MARK = /^[A-Za-z0-9_-]{64}$/;

/** Account of a device, and the password it signed in with. */
export interface MarkedAccount {
  readonly userId: string;
  /** Changing the password voids every earlier mark. */
  readonly passwordVersion: number;
}

/**
 * A mark proves that a device has signed in to an account with its present password. It is not stored: it is a random
 * name of the device with an HMAC over that name and the account. By itself it grants no access.
 * @param secret the same in every process of the service
 */
export function createDeviceMarks(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'volant device mark', SECRET_BYTES));
  const proofOf = (device: Buffer, { userId, passwordVersion }: MarkedAccount) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, passwordVersion, device.toString('base64url')]))
      .digest();
  return {
    /** @param name of the device in an earlier mark; a new one if absent */
    markFor(account: MarkedAccount, name?: string) {
      const device = name === undefined ? randomBytes(DEVICE_BYTES) : Buffer.from(name, 'base64url');
      return Buffer.concat([device, proofOf(device, account)]).toString('base64url');
    },
    /** The device's name; undefined if the mark is invalid or of another account. */
    deviceIn(mark: string, account: MarkedAccount) {
      if (!MARK.test(mark)) return undefined;
      const whole = Buffer.from(mark, 'base64url');
      const device = whole.subarray(0, DEVICE_BYTES);
      return timingSafeEqual(whole.subarray(DEVICE_BYTES), proofOf(device, account))
        ? device.toString('base64url')
        : undefined;
    },
  };
}
