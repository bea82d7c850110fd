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

/** Reservation key of a person at an issuer, who has one account. */
export function issuerReservation(issuer: string, subject: string): string {
  return `issuer:${issuerDigest(issuer, subject)}`;
}

/** Stands for a person or a session of an issuer. */
export function issuerDigest(issuer: string, id: string): string {
  return digest(JSON.stringify([issuer, id]));
}

/** A digest bounds the length of keys, and keeps addresses and names only in the user's own stream and view. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
