import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import type { SubgraphCall, SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type { PeopleFound } from '@volant/infra/process/server/remote-service';
import type DataLoader from 'dataloader';
import type { Caller, CommandPorts } from '../commands/page-commands.ts';
import type { Actor } from '../page/actor.ts';
import type { ExistingPage } from '../page/page.ts';
import type { BatchQueries } from '../views/batches/batch-queries.ts';
import type { DeliveryQueries } from '../views/deliveries/delivery-queries.ts';
import type { PageQueries, PageRecord } from '../views/pages/page-queries.ts';

export interface PagesContext extends SubgraphContext {
  readonly queries: PageQueries;
  readonly batches: BatchQueries;
  readonly deliveries: DeliveryQueries;
  readonly commands: CommandPorts;
  readonly peopleFound: PeopleFound;
  readonly pageByUid: DataLoader<string, PageRecord | undefined>;
  /** Other cards that lead to a page, by the page. */
  readonly cardsByPage: DataLoader<ExistingPage, readonly PageRecord[]>;
  readonly now: () => Date;
  readonly pageCountByOwner: DataLoader<string, number>;
}

export function actorOf(viewer: Viewer): Actor {
  return { userId: viewer.userId, administrator: isAdmin(viewer) };
}

export function callerOf({ call }: PagesContext, viewer: Viewer): Caller {
  return callerOfViewer(call, viewer);
}

export function callerOfViewer(call: SubgraphCall, viewer: Viewer): Caller {
  return { actor: actorOf(viewer), correlationId: call.correlationId, idempotencyKey: call.idempotencyKey };
}
