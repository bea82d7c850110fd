import type { JWK } from '@volant/infra/auth/access-token';
import type { Cache } from '@volant/infra/cache/cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import type { Leases } from '@volant/infra/lease/lease';
import type { Mail } from '@volant/infra/mail/mail';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import type { Objects } from '@volant/infra/objects/objects';
import type { Logger } from '@volant/infra/process/log';
import type { Measures } from '@volant/infra/process/metrics';
import type { ViewStore } from '@volant/infra/views/view-store';
import type { AttemptLimitSettings } from './limits/attempt-limits.ts';

/** What the service stands on; the event store and the view store are its own. */
export interface IdentityPorts {
  readonly eventStore: EventStore;
  readonly viewStore: ViewStore;
  readonly messageLog: MessageLog;
  /** Where several processes run the service: who keeps its views and publishes. */
  readonly leases?: Leases | undefined;
  readonly cache: Cache;
  readonly mail: Mail;
  readonly objects: Objects;
  readonly clock: () => Date;
  /** Makes UUIDv7. */
  readonly newId: () => string;
  readonly log: Logger;
  /** Nobody measures if it is absent. */
  readonly measures?: Measures;
}

export interface IdentitySettings {
  /** Private half of an ES256 key, which signs the access tokens. */
  readonly signingKey: JWK;
  readonly keyId: string;
  /** Public keys whose tokens are believed, too: while the signing key is changed. */
  readonly otherKeys?: readonly JWK[];
  readonly limits?: Partial<AttemptLimitSettings>;
  /** How long somebody waits in line for the hash of a password; five seconds if not given. */
  readonly passwordPatienceMs?: number;
  /**
   * Scheme and host people reach the product at, for the links in messages. Asked for each message: a process that
   * chooses its port itself knows it only once it listens. Never taken from a request, which anybody can forge.
   */
  readonly origin: () => string;
  /** Answers a forgotten password of an unknown address like that of a known one. */
  readonly neutralForgotPassword?: boolean;
  /** For developers alone, never in production: gives the token of a reset link in the answer, too. */
  readonly answersResetToken?: boolean;
  /** False for a process that runs one command beside those that serve: it sends no messages and cleans nothing up. */
  readonly background?: boolean;
}
