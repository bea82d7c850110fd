import type { Deactivation } from '@volant/infra/process/server/remote-service';
import type { IdentityParts } from './parts.ts';
import { sendIfKnown } from './send-to-user.ts';

/** Notes in the owner's account why a page was deactivated, from which a mail follows; once, however often it is told. */
export async function notePageDeactivation(
  parts: IdentityParts,
  { eventId, ownerId, pageId, reason, reasons = {} }: Deactivation,
): Promise<void> {
  const data = { pageId, reason, reasons, at: parts.clock().toISOString() };
  const meta = { actor: 'system', correlationId: parts.newId() };
  await sendIfKnown(parts, ownerId, { type: 'NotePageDeactivation', data }, meta, `page-deactivated:${eventId}`);
}
