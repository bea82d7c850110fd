import { revokeTokensOf } from '../tokens/send-to-tokens.ts';
import type { IdentityParts } from './parts.ts';
import { readAccount } from './read-account.ts';

/** Revokes API tokens that were added before the mailbox was proved. Sessions and factors end with the event itself. */
export async function endUnproved(parts: IdentityParts, userId: string): Promise<void> {
  const provedAt = (await readAccount(parts.store, userId))?.emailProvedAt;
  if (provedAt != null) await revokeTokensOf(parts, userId, provedAt);
}
