import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import type { SubgraphContext } from '@volant/infra/graphql/subgraph-call';
import type DataLoader from 'dataloader';
import type { IdentityParts } from './commands/parts.ts';
import type { UserDocument } from './view/users.ts';

export interface IdentityContext extends Pick<SubgraphContext, 'viewer'> {
  readonly caller: Caller;
  readonly parts: IdentityParts;
  readonly userById: DataLoader<string, UserDocument | undefined>;
}
