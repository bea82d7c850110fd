import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import type { ErrorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { SubgraphCall, SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import { cleanLine } from '@volant/proto/text/clean-text';
import DataLoader from 'dataloader';
import type { Caller, CommandPorts } from './commands/page-commands.ts';
import { leads } from './commands/page-of-card.ts';
import type { Actor } from './domain/actor.ts';
import type { ExistingPage } from './domain/page.ts';
import type { PageQueries, PageRecord } from './view/page-queries.ts';

export interface PagesContext extends SubgraphContext {
  readonly queries: PageQueries;
  readonly commands: CommandPorts;
  /** All that the service describes. */
  readonly errors: ErrorCatalogue;
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
