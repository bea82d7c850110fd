import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import type { SubgraphCall, SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type { EventTotals, PeopleFound } from '@volant/infra/process/server/remote-service';
import { cleanLine } from '@volant/proto/text/clean-text';
import DataLoader from 'dataloader';
import { leads } from '../commands/card-commands.ts';
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
  /** Hosts of webhooks that may have private addresses. */
  readonly privateHosts: readonly string[];
  readonly peopleFound: PeopleFound;
  readonly eventTotals: EventTotals | undefined;
  readonly pageByUid: DataLoader<string, PageRecord | undefined>;
  /** Other cards that lead to a page, by the page. */
  readonly cardsByPage: DataLoader<ExistingPage, readonly PageRecord[]>;
  readonly pageCountByOwner: DataLoader<string, number>;
}

/** For one operation. */
export function loadersOf(queries: PageQueries): Pick<PagesContext, 'pageByUid' | 'cardsByPage' | 'pageCountByOwner'> {
  return {
    pageByUid: new DataLoader((uids: readonly string[]) => queries.byUids(uids)),
    cardsByPage: new DataLoader(async (pages: readonly ExistingPage[]) => {
      const cards = await queries.cardsOf(pages.map(({ uid }) => uid));
      return pages.map((page) => cards.filter((card) => leads(card.page, page)));
    }),
    pageCountByOwner: new DataLoader((ownerIds: readonly string[]) => queries.countByOwners(ownerIds)),
  };
}

/** The id of an owner as pasted; null without one. */
export function ownerIdIn(given: string | null | undefined): string | null {
  return cleanLine(given ?? '') || null;
}

export function actorOf(viewer: Viewer): Actor {
  return { userId: viewer.userId, administrator: isAdmin(viewer) };
}

export function callerOf(call: SubgraphCall, viewer: Viewer): Caller {
  return { actor: actorOf(viewer), correlationId: call.correlationId, idempotencyKey: call.idempotencyKey };
}
