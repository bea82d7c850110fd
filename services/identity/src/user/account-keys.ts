import { createHash } from 'node:crypto';
import { emailKey } from '@volant/infra/text/email';
import { usernameKey } from './username.ts';

/** Under this key an e-mail address belongs to one account. */
export function emailReservation(email: string): string {
  return `email:${digest(emailKey(email))}`;
}

/** Under this key a username belongs to one account. */
export function usernameReservation(username: string): string {
  return `username:${digest(usernameKey(username))}`;
}

/** Keys are bounded in length, and addresses and names lie nowhere but in the user's own stream and view. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
