import { DomainError } from '@volant/infra/errors/domain-error';
import { parseEmail } from '@volant/infra/text/email';
import { normalised } from '@volant/infra/text/outside-text';
import { LONGEST_EMAIL } from '@volant/proto/contact/email';
import { cleanLine, cleanLines } from '@volant/proto/text/clean-text';
import {
  LONGEST_MESSAGE,
  LONGEST_NAME,
  LONGEST_REFERENCE,
  LONGEST_SUBJECT,
  SHORTEST_MESSAGE,
} from '@volant/proto/text/lengths';
import { typedCardId } from '@volant/proto/text/typed-card-id';
import type { Content, ReportReason } from './message.ts';

export interface ContactForm {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

export interface ReportForm {
  readonly pageId: string;
  readonly reason: ReportReason;
  readonly message?: string | null;
  readonly email?: string | null;
}

/** Code units per character: a letter with separate combining accents. */
const UNITS_OF_CHARACTER = 4;

/** Unicode classes the braille blank as a symbol, although it is invisible. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Cleans a contact form of invisible characters that came with pasted text.
 * @throws DomainError CONTACT_FIELDS_REQUIRED, NAME_TOO_LONG, SUBJECT_TOO_LONG, MESSAGE_TOO_LONG, EMAIL_INVALID,
 * MESSAGE_TOO_SHORT
 */
export function parseContactForm(form: ContactForm): Content {
  const name = oneLine(form.name, LONGEST_NAME, 'NAME_TOO_LONG');
  const email = oneLine(form.email, LONGEST_EMAIL, 'EMAIL_INVALID');
  const subject = oneLine(form.subject, LONGEST_SUBJECT, 'SUBJECT_TOO_LONG');
  const body = paragraphs(form.message, LONGEST_MESSAGE, 'MESSAGE_TOO_LONG');
  if (![name, email, subject, body].every(isVisible)) throw new DomainError('CONTACT_FIELDS_REQUIRED');
  refuseLonger(name, LONGEST_NAME, 'NAME_TOO_LONG');
  refuseLonger(subject, LONGEST_SUBJECT, 'SUBJECT_TOO_LONG');
  refuseLonger(body, LONGEST_MESSAGE, 'MESSAGE_TOO_LONG');
  if ([...body].length < SHORTEST_MESSAGE) throw new DomainError('MESSAGE_TOO_SHORT', { limit: SHORTEST_MESSAGE });
  return { name, email: parseEmail(email), subject, body };
}

/**
 * Cleans the form of a visitor who reports a page. Its subject is the path of the page, which every language reads.
 * Whether the page exists is not checked: it may have a former id, or be gone by now.
 * @throws DomainError REPORTED_PAGE_INVALID, EMAIL_INVALID, MESSAGE_TOO_LONG
 */
export function parseReport({ pageId: written, reason, message, email }: ReportForm): Content {
  const pageId = written.length > LONGEST_REFERENCE ? undefined : typedCardId(written);
  if (pageId === undefined) throw new DomainError('REPORTED_PAGE_INVALID');
  const address = oneLine(email ?? '', LONGEST_EMAIL, 'EMAIL_INVALID');
  const body = paragraphs(message ?? '', LONGEST_MESSAGE, 'MESSAGE_TOO_LONG');
  refuseLonger(body, LONGEST_MESSAGE, 'MESSAGE_TOO_LONG');
  return {
    name: '',
    email: address === '' ? '' : parseEmail(address),
    subject: `/d/${pageId}`,
    body,
    report: { pageId, reason },
  };
}

/**
 * Cleans the text of a reply or note.
 * @throws DomainError CONTACT_FIELDS_REQUIRED, MESSAGE_TOO_LONG
 */
export function parseEntryText(text: string): string {
  const body = paragraphs(text, LONGEST_MESSAGE, 'MESSAGE_TOO_LONG');
  if (!isVisible(body)) throw new DomainError('CONTACT_FIELDS_REQUIRED');
  refuseLonger(body, LONGEST_MESSAGE, 'MESSAGE_TOO_LONG');
  return body;
}

/** Cleans a text of one line. It may be too long by characters that are cleaned away: `refuseLonger` counts. */
export function oneLine(text: string, limit: number, code: string): string {
  return composed(cleanLine(bounded(text, limit, code)).replace(/\s+/g, ' '), limit);
}

/** Cleans a text of several lines, like `oneLine`. */
export function paragraphs(text: string, limit: number, code: string): string {
  return composed(cleanLines(bounded(text, limit, code)), limit);
}

function bounded(text: string, limit: number, code: string): string {
  if (text.length > limit * UNITS_OF_CHARACTER) throw new DomainError(code, { limit });
  return text;
}

function composed(text: string, limit: number): string {
  return normalised(text, 'NFC', limit * UNITS_OF_CHARACTER);
}

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Counts code points, which roughly match what a person calls characters. */
export function refuseLonger(text: string, limit: number, code: string): void {
  if (text.length > limit && [...text].length > limit) throw new DomainError(code, { limit });
}
