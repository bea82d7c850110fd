import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { SupportContext } from './context.ts';
import { SupportMessageConnection } from './SupportMessageConnection.ts';

/** What a sender sees of their messages; the schema leaves out who takes care of them. */
export const SentSupportMessageConnection: TypeResolvers<SupportContext> = SupportMessageConnection;
