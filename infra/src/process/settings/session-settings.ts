import { createTokenVerifier, type JWK, type TokenVerifier } from '../../auth/access-token.ts';
import { sessionKeys } from '../../auth/key-settings.ts';
import type { Cache } from '../../cache/cache.ts';
import type { InternalClient } from '../server/internal-client.ts';
import { createRemoteSessions } from '../server/remote-service.ts';
import { INTERNAL_SECRETS, INTERNAL_SHAPE, internalUrl } from './process-settings.ts';

/** Settings of a service that verifies sessions, to be spread into its schema. */
export const SESSION_SHAPE = { ...INTERNAL_SHAPE, VOLANT_SESSION_KEYS: sessionKeys, VOLANT_IDENTITY_URL: internalUrl };

export const SESSION_SECRETS: readonly string[] = [...INTERNAL_SECRETS, 'VOLANT_SESSION_KEYS'];

export interface SessionSettings {
  readonly internalSecret: string;
  readonly sessionKeys: readonly JWK[];
  readonly identityUrl: string;
}

/** Verifies tokens itself, and looks up the current state of their sessions in the shared cache, then at identity. */
export function createSessionVerifier(
  { sessionKeys: publicKeys }: SessionSettings,
  identity: InternalClient,
  cache: Cache,
): TokenVerifier {
  return createTokenVerifier({ publicKeys, cache, loadSession: createRemoteSessions(identity) });
}
