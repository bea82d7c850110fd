import { text } from '@volant/infra/text/outside-text';
import { emailParts, isEmail } from '@volant/proto/contact/email';

/** Reply addresses add 43 characters to the part before the @, which may have 64. */
const LONGEST_LOCAL_PART = 20;
const SHORTEST_SECRET = 32;

/** Settings of replies by mail, to be spread into the schema of a process with the service. */
export const MAILBOX_SHAPE = {
  /** Mailbox that receives answers, also to `name+anything@…`. */
  VOLANT_SUPPORT_MAILBOX: text()
    .refine(
      (address) => isEmail(address) && emailParts(address).local.length <= LONGEST_LOCAL_PART,
      `must be an address such as support@volant.example, with at most ${LONGEST_LOCAL_PART} characters before the @`,
    )
    .optional(),
  /** Shared with the mail server that posts mails to /api/support/inbound. */
  VOLANT_SUPPORT_INBOUND_SECRET: text()
    .min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`)
    .optional(),
};

export const MAILBOX_SECRETS: readonly string[] = ['VOLANT_SUPPORT_INBOUND_SECRET'];

interface MailboxSettings {
  readonly VOLANT_SUPPORT_MAILBOX?: unknown;
  readonly VOLANT_SUPPORT_INBOUND_SECRET?: unknown;
  readonly VOLANT_SUPPORT_IMAP_URL?: unknown;
}

/** Mails belong to a message by an address of the mailbox. */
export function mailboxIsWhole(given: MailboxSettings): readonly string[] {
  if (given.VOLANT_SUPPORT_MAILBOX !== undefined) return [];
  return (['VOLANT_SUPPORT_INBOUND_SECRET', 'VOLANT_SUPPORT_IMAP_URL'] as const)
    .filter((setting) => given[setting] !== undefined)
    .map((setting) => `${setting}: needs VOLANT_SUPPORT_MAILBOX beside it`);
}
