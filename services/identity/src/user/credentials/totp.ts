import { plainText } from '@volant/proto/contact/plain-text';
import { Secret, TOTP } from 'otpauth';

const CODE = /^\d{6}$/;
/** Six digits apart from letters and other digits, or a recovery code. */
const CODES =
  /(?<!\p{L}|\d[ .,_-]?)\d(?:[ .,_-]?\d){5}(?!\p{L}|[ .,_-]?\d)|(?<![\p{L}\d-])[a-z\d]{4}(?:-[a-z\d]{4}){3}(?![\p{L}\d-])/giu;
/** Code units; the rest of a longer text is not read. */
const LONGEST_WRITTEN = 200;
/** Steps by which the clocks of the phone and the server may differ. */
const TOLERANCE = 1;

/** What a sealed secret of an authenticator app belongs to. */
export const contextOfSecret = (userId: string) => `totp:${userId}`;

/**
 * A typed or pasted code: apps show it in groups, keyboards may have other digits and dashes, and the words, numbers and
 * punctuation around it may be copied with it. Of several codes, none is chosen.
 */
export function plainCode(text: string): string {
  const plain = plainText(text.slice(0, LONGEST_WRITTEN));
  const [code = plain, ...others] = plain.match(CODES) ?? [];
  return (others.length === 0 ? code : plain).replace(/[\s.,_-]/g, '');
}

export function isTotpCode(text: string): boolean {
  return CODE.test(text);
}

export function secretFrom(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}

/** RFC 6238 with the parameters that authenticator apps support, the library's defaults: SHA-1, 30 seconds, six digits. */
function totpOf(secret: Uint8Array, account = ''): TOTP {
  return new TOTP({ issuer: 'Volant', label: account, secret: secretFrom(secret) });
}

/** The step that a code belongs to, near the present one; undefined if the code is wrong or too old. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const totp = totpOf(secret);
  const difference = totp.validate({ token: code, timestamp, window: TOLERANCE });
  return difference === null ? undefined : totp.counter({ timestamp }) + difference;
}

/** Address that an authenticator app reads from a QR code. */
export function totpAddress(secret: Uint8Array, account: string): string {
  return totpOf(secret, account).toString();
}
