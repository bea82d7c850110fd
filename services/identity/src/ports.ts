import type { Cache } from '@volant/infra/cache/cache';
import type { EventStore } from '@volant/infra/event-store/event-store';
import type { Leases } from '@volant/infra/lease/lease';
import type { Mail } from '@volant/infra/mail/mail';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import type { Objects } from '@volant/infra/objects/objects';
import type { Logger } from '@volant/infra/process/log';
import type { Measures } from '@volant/infra/process/metrics';
import type { ViewStore } from '@volant/infra/views/view-store';

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
