import { SupportMessageConnection } from './SupportMessageConnection.ts';
import type { SentSupportMessageConnectionResolvers } from './schema.generated.ts';

/** Messages as their sender sees them; the schema omits the handler. */
export const SentSupportMessageConnection: Required<SentSupportMessageConnectionResolvers> = SupportMessageConnection;
