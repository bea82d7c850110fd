import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import DataLoader from 'dataloader';
import type { Caller, CommandPorts } from '../commands/page-commands.ts';
import type { Actor } from '../page/decide.ts';
import type { PageQueries, PageRecord } from '../views/pages/page-queries.ts';

/** What the resolvers of one operation work with. */
export interface PagesContext {
  readonly call: SubgraphCall;
  readonly viewer: Viewer | undefined;
  readonly queries: PageQueries;
  readonly commands: CommandPorts;
  readonly pageByUid: DataLoader<string, PageRecord | undefined>;
  readonly pageCountByOwner: DataLoader<string, number>;
}

export function createPagesContext(
  parts: Pick<PagesContext, 'call' | 'viewer' | 'queries' | 'commands'>,
): PagesContext {
  const { call, viewer, queries, commands } = parts;
  // Made when they are first used: most operations load neither.
  let pageByUid: PagesContext['pageByUid'] | undefined;
  let pageCountByOwner: PagesContext['pageCountByOwner'] | undefined;
  return {
    call,
    viewer,
    queries,
    commands,
    get pageByUid() {
      pageByUid ??= new DataLoader((uids) => queries.byUids(uids));
      return pageByUid;
    },
    get pageCountByOwner() {
      pageCountByOwner ??= new DataLoader((ownerIds) => queries.countByOwners(ownerIds));
      return pageCountByOwner;
    },
  };
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
