import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import type { SubgraphCall, SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type { PeopleFound } from '@volant/infra/process/server/remote-service';
import DataLoader from 'dataloader';
import type { Caller, CommandPorts } from '../commands/page-commands.ts';
import type { Actor } from '../page/decide.ts';
import type { PageQueries } from '../views/pages/page-queries.ts';

type PagesContextPorts = Pick<PagesContext, 'queries' | 'commands' | 'peopleFound'>;

export class PagesContext implements SubgraphContext {
  readonly call: SubgraphCall;
  readonly viewer: Viewer | undefined;
  readonly queries: PageQueries;
  readonly commands: CommandPorts;
  readonly peopleFound: PeopleFound;
  readonly pageByUid = new DataLoader((uids: readonly string[]) => this.queries.byUids(uids));
  readonly pageCountByOwner = new DataLoader((ownerIds: readonly string[]) => this.queries.countByOwners(ownerIds));

  constructor(call: SubgraphCall, viewer: Viewer | undefined, ports: PagesContextPorts) {
    this.call = call;
    this.viewer = viewer;
    this.queries = ports.queries;
    this.commands = ports.commands;
    this.peopleFound = ports.peopleFound;
  }
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
