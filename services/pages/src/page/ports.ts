import type { Objects } from '@volant/infra/objects/objects';
import type { EventTotals, PeopleFound, TellDeactivation } from '@volant/infra/process/server/remote-service';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import type { ViewStore } from '@volant/infra/views/view-store';

/** Ports of the service, for all features. */
export interface CorePorts extends ServicePorts {
  /** Finds people by a search, as identity knows them. */
  readonly peopleFound: PeopleFound;
  /** Counted by analytics; without it, pages are not ordered by them. */
  readonly eventTotals?: EventTotals | undefined;
  /** Has identity mail the owner of a page why it was deactivated. */
  readonly tellDeactivation: TellDeactivation;
  /** Documents that are not made of events, such as deliveries of webhooks. */
  readonly stateStore: ViewStore;
  /** Stores the pictures. */
  readonly objects: Objects;
  /** Waits until the public view of pages in the same process holds the published records, at most for the timeout. */
  readonly publicViewCatchesUp?: (timeoutMs: number) => Promise<void>;
}

export interface PagesSettings {
  readonly maxPagesPerDriver: number;
  /** Hosts of webhooks that may have private addresses. */
  readonly webhookPrivateHosts?: readonly string[];
}
