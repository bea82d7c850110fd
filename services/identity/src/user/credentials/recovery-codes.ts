import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { secretFrom } from './totp.ts';

const CODES = 10;
/** 80 bits in 16 letters, so that a fast hash is enough. */
const CODE_BYTES = 10;
const KEY_BYTES = 32;

/** @param secret the same in every process of the service */
export function createRecoveryCodes(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'volant recovery codes', KEY_BYTES));
  return {
    /** Derived from the command that makes them, so that a retry shows the same codes; stored only as hashes. */
    codesOf(commandId: string): readonly string[] {
      return Array.from({ length: CODES }, (_, index) => {
        const mac = createHmac('sha256', key)
          .update(JSON.stringify([commandId, index]))
          .digest();
        const code = secretFrom(mac.subarray(0, CODE_BYTES)).base32.toLowerCase();
        return (code.match(/.{4}/g) ?? []).join('-');
      });
    },
  };
}

/** Figures that base32 leaves out, and the letters that they are read for. */
const READ_FOR: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 8: 'b' };

/** Hyphens, spaces and letter case do not count. */
export function hashOfRecoveryCode(userId: string, code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[018]/g, (figure) => READ_FOR[figure] ?? figure);
  return createHash('sha256').update(`${userId}:${plain}`).digest('base64url');
}
