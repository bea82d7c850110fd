import type { Viewer } from '@volant/infra/auth/viewer';
import type { SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type DataLoader from 'dataloader';
import type { Caller, CommandPorts, StaffCaller } from './commands/message-commands.ts';
import type { MessageRecord } from './view/inbox-queries.ts';

export interface SupportContext extends SubgraphContext {
  readonly messageById: DataLoader<string, MessageRecord | undefined>;
  readonly commands: CommandPorts;
}

/** Any caller; a token that is no longer valid makes the caller anonymous. */
export function anyCaller({ call, viewer }: SupportContext): Caller {
  const { clientAddress, correlationId, idempotencyKey, language } = call;
  return { userId: viewer?.userId, address: clientAddress, correlationId, idempotencyKey, language };
}

export function staffCaller(context: SupportContext, { userId }: Viewer): StaffCaller {
  return { ...anyCaller(context), userId };
}
