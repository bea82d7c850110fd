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

/** Ports of the service; the event store and the view store are not shared with other services. */
export interface IdentityPorts {
  readonly eventStore: EventStore;
  readonly viewStore: ViewStore;
  readonly messageLog: MessageLog;
  /** If several processes run the service: decides which one maintains its views and publishes. */
  readonly leases?: Leases | undefined;
  readonly cache: Cache;
  readonly mail: Mail;
  readonly objects: Objects;
  readonly clock: () => Date;
  /** Creates UUIDv7. */
  readonly newId: () => string;
  readonly log: Logger;
  /** If absent, no metrics are recorded. */
  readonly measures?: Measures;
}

export interface IdentitySettings {
  /** Private ES256 key that signs the access tokens. */
  readonly signingKey: JWK;
  readonly keyId: string;
  /** Public keys whose tokens are also accepted, for key rotation. */
  readonly otherKeys?: readonly JWK[];
  readonly limits?: Partial<AttemptLimitSettings>;
  /** Longest wait in the queue for password hashing; five seconds if absent. */
  readonly passwordPatienceMs?: number;
  /**
   * Public scheme and host of the product, for links in messages. Called for each message, because a process that
   * chooses its own port knows it only once it listens. Never taken from a request, which can be forged.
   */
  readonly origin: () => string;
  /** Unknown addresses get the same response to a forgotten password as known ones. */
  readonly neutralForgotPassword?: boolean;
  /** For development only, never in production: the response also contains the token of a reset link. */
  readonly answersResetToken?: boolean;
  /** False for a process that runs one command beside the serving ones: it sends no messages and does no clean-up. */
  readonly background?: boolean;
}
