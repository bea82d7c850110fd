import { createHmac, timingSafeEqual } from 'node:crypto';
import { plainText } from '@volant/proto/contact/plain-text';
import { base32 } from './base32.ts';

/** RFC 6238 with the parameters that authenticator apps support: SHA-1, 30 seconds, six digits. */
const STEP_MS = 30_000;
const DIGITS = 6;
const CODE = /^\d{6}$/;
/** Six digits apart from letters and other digits, or a recovery code. */
const CODES =
  /(?<!\p{L}|\d[ .,_-]?)\d(?:[ .,_-]?\d){5}(?!\p{L}|[ .,_-]?\d)|(?<![\p{L}\d-])[a-z\d]{4}(?:-[a-z\d]{4}){3}(?![\p{L}\d-])/giu;
/** Code units; the rest of a longer text is not read. */
const LONGEST_WRITTEN = 200;
/** Steps by which the clocks of the phone and the server may differ. */
const TOLERANCE = 1;

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

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

/** The step that a code belongs to, near the present one; undefined if the code is wrong or too old. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const present = Math.floor(now.getTime() / STEP_MS);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, index) => present - TOLERANCE + index);
  return steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)));
}

/** Address that an authenticator app reads from a QR code. */
export function totpAddress(secret: Uint8Array, account: string): string {
  const issuer = 'Volant';
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=${issuer}`;
}
