import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { linkTokenIn } from '@volant/proto/text/link-token';

const USER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const USER_ID_BYTES = 16;
const SECRET_BYTES = 32;
/** 48 bytes in base64url; in the source of a mail, an equals sign is `=3D`. */
const TOKEN = /^(?:3D)?([A-Za-z0-9_-]{64})$/;

export interface LinkToken {
  /** Text in the link. */
  readonly token: string;
  /** Stored form of the token. */
  readonly tokenHash: string;
}

/** Claim of a link; valid only if the account expects this hash. */
export interface ClaimedLink {
  readonly userId: string;
  readonly tokenHash: string;
}

export type LinkPurpose = 'password reset' | 'email confirm' | 'email cancel' | 'email undo' | 'weekly letter';

/**
 * Derives the tokens of mailed links.
 *
 * The message with the link must survive a crash between the event and the mail server, so the link must be
 * reproducible, but the event store must contain no secret that opens an account. A token is therefore derived, not
 * random: HMAC-SHA256 of the request's id under a key that every process of the service has and no store does. Without
 * the key it looks like 32 random bytes. The user id in front of it finds the account.
 * @param secret the same in every process of the service
 * @param purpose of the links; a token for one purpose is invalid for another
 */
export function createLinkTokens(secret: string, purpose: LinkPurpose) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `volant ${purpose}`, SECRET_BYTES));
  return {
    tokenFor(userId: string, requestId: string) {
      if (!USER_ID.test(userId)) throw new Error('the id of a user is no UUID');
      const secretPart = createHmac('sha256', key)
        .update(JSON.stringify([userId, requestId]))
        .digest();
      const whole = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), secretPart]);
      return { token: whole.toString('base64url'), tokenHash: hashOf(secretPart) };
    },
  };
}

/** Parses a received token or the link that contains it; undefined if the text cannot be one. */
export function readLinkToken(text: string): ClaimedLink | undefined {
  const token = TOKEN.exec(linkTokenIn(text))?.[1];
  if (token === undefined) return undefined;
  const whole = Buffer.from(token, 'base64url');
  const hex = whole.toString('hex', 0, USER_ID_BYTES);
  const userId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { userId, tokenHash: hashOf(whole.subarray(USER_ID_BYTES)) };
}

function hashOf(secretPart: Uint8Array): string {
  return createHash('sha256').update(secretPart).digest('base64url');
}
