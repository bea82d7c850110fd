import type { Viewer } from '@volant/infra/auth/viewer';
import { takeChange } from '@volant/infra/cache/change-limit';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { mailProblemOf } from '@volant/infra/mail/mail-problem';
import { loadUser } from '../user/commands/load-user.ts';
import type { IdentityParts } from '../user/commands/parts.ts';
import { layOut } from '../user/mails/mail-layout.ts';

/** By one person. */
export const TEST_MAILS_PER_HOUR = 20;

/**
 * Mails the caller, at once and past the queue, so that they see what the mail server says.
 * @returns why it was not taken, as a code such as `ECONNREFUSED` or `535`; null if it was
 * @throws DomainError TOO_MANY_CHANGES
 */
export async function sendTestMail(
  { store, mail, cache, log, newId, origin }: IdentityParts,
  { userId }: Viewer,
  { language, correlationId }: Caller,
): Promise<string | null> {
  await takeChange(cache, `test-mails:${userId}`, TEST_MAILS_PER_HOUR);
  const { state } = await loadUser(store, userId);
  if (state.status !== 'active') return null;
  try {
    await mail.send({ id: newId(), to: state.email, ...layOut({ name: 'test', language, address: origin() }) });
    return null;
  } catch (error) {
    const reason = mailProblemOf(error);
    log.warn({ reason, correlationId }, 'a test mail could not be sent');
    return String(reason.responseCode ?? reason.code ?? 'UNKNOWN');
  }
}
