import { DomainError } from '@volant/infra/errors/domain-error';
import { languagesWith } from '@volant/proto/text/languages';
import { LONGEST_ANNOUNCEMENT } from '@volant/proto/text/lengths';
import { isVisible, oneLine, refuseLonger } from '../message/domain/content.ts';
import type { AnnouncementContent } from './domain.ts';

export interface AnnouncementForm extends Pick<AnnouncementContent, 'audience' | 'level'> {
  readonly texts: readonly { readonly language: string; readonly text: string }[];
  /** Absent: at once. */
  readonly from?: Date | string | null | undefined;
  readonly end: Date | string;
}

export const ANNOUNCED_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Cleans an announcement.
 * @param now the beginning if the form names none; the end must be later
 * @throws DomainError ANNOUNCEMENT_INCOMPLETE, MESSAGE_TOO_LONG, ANNOUNCEMENT_PERIOD, VALIDATION_FAILED
 */
export function parseAnnouncement(form: AnnouncementForm, now: Date): AnnouncementContent {
  const { texts, audience, level } = form;
  const languages = languagesWith('mails');
  const given = new Map(texts.map(({ language, text }) => [language, text]));
  const known: readonly string[] = languages;
  if (given.size < texts.length || [...given.keys()].some((language) => !known.includes(language))) {
    throw new DomainError('VALIDATION_FAILED', { field: 'texts' });
  }
  const cleaned = languages.map((language) => {
    const text = oneLine(given.get(language) ?? '', LONGEST_ANNOUNCEMENT, 'MESSAGE_TOO_LONG');
    refuseLonger(text, LONGEST_ANNOUNCEMENT, 'MESSAGE_TOO_LONG');
    if (!isVisible(text)) throw new DomainError('ANNOUNCEMENT_INCOMPLETE');
    return { language, text };
  });
  const begins = new Date(form.from ?? now);
  const end = new Date(form.end);
  const lasts = end.getTime() - begins.getTime();
  if (end <= now || lasts <= 0 || lasts > ANNOUNCED_DAYS * DAY_MS) {
    throw new DomainError('ANNOUNCEMENT_PERIOD', { days: ANNOUNCED_DAYS });
  }
  return { texts: cleaned, from: begins.toISOString(), end: end.toISOString(), audience, level };
}
