import type { z } from 'zod';
import { createTokenVerifier, type JWK, type TokenVerifier } from '../auth/access-token.ts';
import type { Assertions } from '../auth/assertion.ts';
import { sessionKeys } from '../auth/key-settings.ts';
import type { Cache } from '../cache/cache.ts';
import { createInternalClient, type InternalClient } from './internal-client.ts';
import type { Logger } from './log.ts';
import { internalUrl } from './process-settings.ts';
import { createRemoteSessions } from './remote-service.ts';

/** Settings for verifying sessions, to be spread into a service's schema. */
export const SESSION_SHAPE = { VOLANT_SESSION_KEYS: sessionKeys, VOLANT_IDENTITY_URL: internalUrl };

export const SESSION_SECRETS: readonly string[] = ['VOLANT_SESSION_KEYS'];

export interface SessionSettings {
  readonly sessionKeys: readonly JWK[];
  readonly identityUrl: string;
}

export function sessionSettingsOf(
  given: {
    readonly [K in keyof typeof SESSION_SHAPE]: z.infer<(typeof SESSION_SHAPE)[K]>;
  },
): SessionSettings {
  return { sessionKeys: given.VOLANT_SESSION_KEYS, identityUrl: given.VOLANT_IDENTITY_URL };
}

export interface RemoteSessionParts {
  readonly settings: SessionSettings;
  readonly assertions: Assertions;
  readonly cache: Cache;
  readonly log: Logger;
}

export interface SessionVerifier extends TokenVerifier {
  /** Client of identity. */
  readonly identity: InternalClient;
  close(): Promise<void>;
}

/** Verifies tokens itself, and looks up the current state of their sessions in the shared cache, then at identity. */
export function createSessionVerifier({ settings, assertions, cache, log }: RemoteSessionParts): SessionVerifier {
  const identity: InternalClient = createInternalClient({
    service: 'identity',
    url: settings.identityUrl,
    assertions,
    log,
  });
  const verifier = createTokenVerifier({
    publicKeys: settings.sessionKeys,
    cache,
    loadSession: createRemoteSessions(identity),
  });
  return { verify: verifier.verify, identity, close: () => identity.close() };
}
