import { createHmac, timingSafeEqual } from 'node:crypto';
import { emailParts } from '@volant/proto/contact/email';

/** Mail programs may change the case of an address, so both parts are in base 36, which has none. */
const TOKEN = /^([0-9a-z]{1,25})\.([0-9a-z]{1,16})$/;
const SIGNATURE_BYTES = 10;
const BASE = 36n;

/**
 * Reply addresses `support+<message>.<signature>@…`: whoever writes to one was sent it, because nobody else can sign.
 * @param mailbox address whose part before the @ receives every `+…` too
 * @param secret the same in every process of the service
 */
export function createReplyAddresses(mailbox: string, secret: string) {
  const { local, domain } = emailParts(mailbox.toLowerCase());
  const signatureOf = (token: string) =>
    inBase36(createHmac('sha256', secret).update(`reply ${token}`).digest().subarray(0, SIGNATURE_BYTES));

  return {
    mailbox,
    /** @param messageId a UUID */
    addressOf(messageId: string): string {
      const token = inBase36(Buffer.from(messageId.replaceAll('-', ''), 'hex'));
      return `${local}+${token}.${signatureOf(token)}@${domain}`;
    },
    /** The message that an address belongs to, also as links and servers write it; undefined if we did not make it. */
    messageOf(address: string): string | undefined {
      const parts = emailParts(address.toLowerCase().replace('%2b', '+').replace(/\.$/, ''));
      if (parts.domain !== domain || !parts.local.startsWith(`${local}+`)) return undefined;
      const [, token = '', signature = ''] = TOKEN.exec(parts.local.slice(local.length + 1)) ?? [];
      const expected = signatureOf(token);
      if (signature.length !== expected.length) return undefined;
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
      const hex = [...token].reduce((sum, digit) => sum * BASE + BigInt(Number.parseInt(digit, 36)), 0n).toString(16);
      return hex.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;

function inBase36(bytes: Uint8Array): string {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString(36);
}
