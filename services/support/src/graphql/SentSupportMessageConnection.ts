import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { SupportContext } from './context.ts';
import { SupportMessageConnection } from './SupportMessageConnection.ts';

/** Messages as their sender sees them; the schema omits the handler. */
export const SentSupportMessageConnection: TypeResolvers<SupportContext> = SupportMessageConnection;
