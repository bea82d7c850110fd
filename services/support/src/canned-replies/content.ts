import { DomainError } from '@volant/infra/errors/domain-error';
import { type Language, languagesWith } from '@volant/proto/text/languages';
import { LONGEST_CANNED_TEXT, LONGEST_NAME } from '@volant/proto/text/lengths';
import { plainPlaceholders, unknownPlaceholder } from '@volant/proto/text/placeholders';
import { isVisible, oneLine, paragraphs, refuseLonger } from '../message/domain/content.ts';
import type { CannedContent } from './domain.ts';

export interface CannedReplyForm {
  readonly name: string;
  readonly texts: readonly { readonly language: string; readonly text: string }[];
}

/**
 * Cleans a canned reply. A language without a text is left out.
 * @throws DomainError VALIDATION_FAILED, NAME_TOO_LONG, MESSAGE_TOO_LONG, CANNED_REPLY_INCOMPLETE, PLACEHOLDER_UNKNOWN
 */
export function parseCannedReply(form: CannedReplyForm): CannedContent {
  const languages = languagesWith('mails');
  const given = new Map(form.texts.map(({ language, text }) => [language, text]));
  if (given.size < form.texts.length || [...given.keys()].some((language) => !languages.includes(language as Language)))
    throw new DomainError('VALIDATION_FAILED', { field: 'texts' });
  const name = oneLine(form.name, LONGEST_NAME, 'NAME_TOO_LONG');
  refuseLonger(name, LONGEST_NAME, 'NAME_TOO_LONG');
  const texts = languages.flatMap((language) => {
    const text = plainPlaceholders(paragraphs(given.get(language) ?? '', LONGEST_CANNED_TEXT, 'MESSAGE_TOO_LONG'));
    refuseLonger(text, LONGEST_CANNED_TEXT, 'MESSAGE_TOO_LONG');
    return isVisible(text) ? [{ language, text }] : [];
  });
  if (!isVisible(name) || texts.length === 0) throw new DomainError('CANNED_REPLY_INCOMPLETE');
  const [placeholder] = texts.flatMap(({ text }) => unknownPlaceholder(text) ?? []);
  if (placeholder !== undefined) throw new DomainError('PLACEHOLDER_UNKNOWN', { placeholder });
  return { name, texts };
}
