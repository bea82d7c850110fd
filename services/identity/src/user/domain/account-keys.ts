import { createHash } from 'node:crypto';
import { emailKey } from '@volant/infra/text/email';
import { usernameKey } from './username.ts';

/** Reservation key of an e-mail address, which belongs to one account. */
export function emailReservation(email: string): string {
  return `email:${digest(emailKey(email))}`;
}

/** Reservation key of a username, which belongs to one account. */
export function usernameReservation(username: string): string {
  return `username:${digest(usernameKey(username))}`;
}

/** A digest bounds the length of keys, and keeps addresses and names only in the user's own stream and view. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
