import type { Viewer } from '@volant/infra/auth/viewer';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import DataLoader from 'dataloader';
import type { StaffCaller } from '../commands/handle-message.ts';
import type { Caller, CommandPorts } from '../commands/message-commands.ts';
import type { InboxQueries, MessageRecord } from '../views/inbox/inbox-queries.ts';

/** What the resolvers of one operation work with. */
export class SupportContext {
  readonly call: SubgraphCall;
  readonly viewer: Viewer | undefined;
  readonly queries: InboxQueries;
  readonly commands: CommandPorts;
  // Made when it is first used: a list loads nothing.
  #messageById: DataLoader<string, MessageRecord | undefined> | undefined;

  constructor(call: SubgraphCall, viewer: Viewer | undefined, ports: Pick<SupportContext, 'queries' | 'commands'>) {
    this.call = call;
    this.viewer = viewer;
    this.queries = ports.queries;
    this.commands = ports.commands;
  }

  get messageById(): DataLoader<string, MessageRecord | undefined> {
    this.#messageById ??= new DataLoader((ids) => this.queries.byIds(ids));
    return this.#messageById;
  }
}

/** Anybody; a token that is no longer good makes them a stranger and no less welcome. */
export function anyCaller({ call, viewer }: SupportContext): Caller {
  const { clientAddress, correlationId, idempotencyKey } = call;
  return { userId: viewer?.userId, address: clientAddress, correlationId, idempotencyKey };
}

export function staffCaller(context: SupportContext, { userId }: Viewer): StaffCaller {
  return { ...anyCaller(context), userId };
}
