import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { cleanLine } from '@volant/proto/text/clean-text';

const USER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const USER_ID_BYTES = 16;
const SECRET_BYTES = 32;
/** 48 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

export interface LinkToken {
  /** What stands in the link. */
  readonly token: string;
  /** What is stored of it. */
  readonly tokenHash: string;
}

/** What a link claims; it is worth something only where the hash is one the account waits for. */
export interface ClaimedLink {
  readonly userId: string;
  readonly tokenHash: string;
}

/**
 * Makes the tokens of mailed links.
 *
 * The message with the link must survive a crash between the event and the mail server, so the link must be made
 * again later, and yet nothing in the event store may open an account. A token is therefore not drawn but derived:
 * HMAC-SHA256 of the request's id under a key that every process of the service has and no store does. To whoever
 * lacks the key it is 32 random bytes. The id of the person in front of it finds their account.
 */
export interface LinkTokens {
  tokenFor(userId: string, requestId: string): LinkToken;
}

export type LinkPurpose = 'password reset' | 'email confirm' | 'email cancel' | 'email undo';

/**
 * @param secret the same in every process of the service
 * @param purpose of the links; a token of one is worth nothing as another
 */
export function createLinkTokens(secret: string, purpose: LinkPurpose): LinkTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `volant ${purpose}`, SECRET_BYTES));
  return {
    tokenFor(userId, requestId) {
      if (!USER_ID.test(userId)) throw new Error('the id of a user is no UUID');
      const secretPart = createHmac('sha256', key)
        .update(JSON.stringify([userId, requestId]))
        .digest();
      const whole = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), secretPart]);
      return { token: whole.toString('base64url'), tokenHash: hashOf(secretPart) };
    },
  };
}

/** Reads a token as somebody sends it; undefined for a text that cannot be one. */
export function readLinkToken(text: string): ClaimedLink | undefined {
  const token = cleanLine(text);
  if (!TOKEN.test(token)) return undefined;
  const whole = Buffer.from(token, 'base64url');
  const hex = whole.toString('hex', 0, USER_ID_BYTES);
  const userId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { userId, tokenHash: hashOf(whole.subarray(USER_ID_BYTES)) };
}

function hashOf(secretPart: Uint8Array): string {
  return createHash('sha256').update(secretPart).digest('base64url');
}
