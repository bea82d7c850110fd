import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';

export const REASONS = ['IMPERSONATION', 'SPAM', 'ILLEGAL', 'WRONG_CONTACT', 'OTHER'] as const;

export const reportSchema = v.object({
  /** Empty until one is chosen. */
  reason: v.string(),
  message: v.string(),
  email: v.string(),
  /** Of the honeypot. */
  leftBlank: v.string(),
});
export type ReportValues = v.InferOutput<typeof reportSchema>;

export const BLANK_REPORT: ReportValues = { reason: '', message: '', email: '', leftBlank: '' };

export function checkReport({ reason }: ReportValues): Refusal<ReportValues> | undefined {
  return reason === '' ? { summary: 'report.choose', fields: { reason: 'report.choose' } } : undefined;
}

/** Sends the report. The server keeps those of bots apart, which fill in the honeypot. */
export async function sendReport(pageId: string, { reason, message, email, leftBlank }: ReportValues): Promise<void> {
  const body = {
    pageId,
    reason,
    message: cleanLines(message),
    ...(cleanLine(email) !== '' && { email: cleanLine(email) }),
    ...(leftBlank !== '' && { homepage: leftBlank }),
  };
  await call('/api/support/report', { method: 'POST', body, answer: v.unknown() });
}

export const FIELD_OF: Readonly<Record<string, keyof ReportValues>> = {
  EMAIL_INVALID: 'email',
  MESSAGE_TOO_LONG: 'message',
};
