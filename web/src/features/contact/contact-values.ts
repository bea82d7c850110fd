import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';
import { SHORTEST_MESSAGE } from '@volant/proto/text/lengths';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import type { Session } from '../../session/session.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';

export const contactSchema = v.object({
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  /** Of the honeypot. */
  leftBlank: v.string(),
});
export type ContactValues = v.InferOutput<typeof contactSchema>;

/** An empty form, prefilled for a signed-in user. */
export function blankContact(session: Session | null): ContactValues {
  const { username = '', email = '' } = session?.user ?? {};
  return { name: username, email, subject: '', message: '', leftBlank: '' };
}

export function checkContact(values: ContactValues): Refusal<ContactValues> | undefined {
  const fields = {
    ...(cleanLine(values.name) === '' && { name: 'contact.nameRequired' as const }),
    ...(cleanLine(values.email) === '' && { email: 'form.emailRequired' as const }),
    ...(cleanLine(values.subject) === '' && { subject: 'contact.subjectRequired' as const }),
    ...(cleanLines(values.message) === '' && { message: 'contact.messageRequired' as const }),
  };
  if (Object.keys(fields).length > 0) return { summary: 'contact.fillAll', fields };
  if ([...cleanLines(values.message)].length < SHORTEST_MESSAGE) {
    return { summary: 'contact.tooShort', fields: { message: 'contact.tooShort' } };
  }
  return undefined;
}

/** Sends the message. The server keeps those of bots apart, which fill in the honeypot. */
export async function sendMessage({ name, email, subject, message, leftBlank }: ContactValues): Promise<void> {
  const body = {
    name: cleanLine(name),
    email: cleanLine(email),
    subject: cleanLine(subject),
    message: cleanLines(message),
    ...(leftBlank !== '' && { homepage: leftBlank }),
  };
  await call('/api/support/contact', { method: 'POST', body, answer: v.unknown() });
}

export const FIELD_OF: Readonly<Record<string, keyof ContactValues>> = {
  EMAIL_INVALID: 'email',
  NAME_TOO_LONG: 'name',
  SUBJECT_TOO_LONG: 'subject',
  MESSAGE_TOO_SHORT: 'message',
  MESSAGE_TOO_LONG: 'message',
};
