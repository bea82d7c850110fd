import { createHash } from 'node:crypto';
import { streamKind } from '../event-store/stream-kind.ts';

/** Secret scanners find tokens by it. */
export const API_TOKEN_PREFIX = 'volant_';
/** 32 bytes in base64url. */
const API_TOKEN = /^volant_[A-Za-z0-9_-]{43}$/;

/** Whether a bearer token has the form of an API token. */
export function isApiToken(token: string | undefined): token is string {
  return token !== undefined && API_TOKEN.test(token);
}

/** The only form in which a token is stored. */
export function apiTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Calls with a token belong to a session that lasts as long as it, named by the token's hash. */
export const { of: sessionOfApiToken, idIn: apiTokenOfSession } = streamKind('api-');
