import type { Deactivation } from '@volant/infra/process/server/remote-service';
import type { UserCommand } from '../domain/decide.ts';
import type { IdentityParts } from './parts.ts';
import { sendIfKnown } from './send-to-user.ts';

/**
 * Notes in an account why its page, or a webhook that it set up, was deactivated; a mail follows. Reporting a
 * deactivation twice has the effect of reporting it once.
 */
export async function noteDeactivation(parts: IdentityParts, deactivation: Deactivation): Promise<void> {
  const { eventId, ownerId } = deactivation;
  const meta = { actor: 'system', correlationId: parts.newId() };
  const at = parts.clock().toISOString();
  if ('webhookHost' in deactivation) {
    const { webhookHost: host } = deactivation;
    await sendIfKnown(parts, ownerId, { type: 'NoteWebhookGone', data: { host, at } }, meta, `webhook-gone:${eventId}`);
    return;
  }
  const { pageId, reason, reasons = {} } = deactivation;
  const command: UserCommand = { type: 'NotePageDeactivation', data: { pageId, reason, reasons, at } };
  await sendIfKnown(parts, ownerId, command, meta, `page-deactivated:${eventId}`);
}
