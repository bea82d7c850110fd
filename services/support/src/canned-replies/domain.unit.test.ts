import { DomainError } from '@volant/infra/errors/domain-error';
import { specify } from '@volant/infra/testing/decider-specification';
import { LONGEST_CANNED_TEXT, LONGEST_NAME } from '@volant/proto/text/lengths';
import { describe, expect, it } from 'vitest';
import { type CannedReplyForm, parseCannedReply } from './content.ts';
import {
  type CannedContent,
  type CannedReplyCommand,
  type CannedReplyEvent,
  cannedReplyCodec,
  cannedReplyDecider,
} from './domain.ts';

const content: CannedContent = { name: 'Lost card', texts: [{ language: 'fr', text: 'Bonjour {name},' }] };
const saved = (data = content): CannedReplyEvent => ({ type: 'CannedReplySaved', data });
const change = (data: CannedContent): CannedReplyCommand => ({ type: 'ChangeCannedReply', data });

describe('a canned reply', () => {
  const { given } = specify(cannedReplyDecider);

  it('is created once, and changed only if it exists and differs', () => {
    const create: CannedReplyCommand = { type: 'CreateCannedReply', data: content };
    given([]).when(create).then([saved()]);
    given([saved()]).when(create).then([]);
    given([saved()]).when(change(content)).then([]);
    const other = { ...content, name: 'Lost' };
    given([saved()])
      .when(change(other))
      .then([saved(other)]);
    given([]).when(change(content)).thenRefuses('CANNED_REPLY_NOT_FOUND');
  });

  it('is read as the first version wrote it', () => {
    const stored = { id: '1', type: 'CannedReplySaved', schema: 1, data: content };
    expect(cannedReplyCodec.read(stored)).toEqual(saved());
    expect(cannedReplyCodec.schemaOf('CannedReplySaved')).toBe(1);
  });
});

describe('parseCannedReply', () => {
  const form: CannedReplyForm = { name: 'Lost card', texts: [{ language: 'en', text: 'Hello {name},' }] };
  const codeOf = (changes: Partial<CannedReplyForm>) => {
    try {
      parseCannedReply({ ...form, ...changes });
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  };
  const texts = (text: string, language = 'fr') => [{ language, text }];

  it('cleans the name and the texts, in the order of the languages, and leaves empty ones out', () => {
    const given = { name: ' Lost\u200b  card ', texts: [...texts(' Hello\r\n{date} ', 'en'), ...texts('Bonjour')] };
    expect(parseCannedReply(given)).toEqual({
      name: 'Lost card',
      texts: [...texts('Bonjour'), ...texts('Hello\n{date}', 'en')],
    });
    expect(parseCannedReply({ ...form, texts: [...texts(' \u200b'), ...form.texts] })).toEqual(form);
  });

  it('refuses a reply without a name or a text, and what is too long', () => {
    for (const changes of [{ name: ' ' }, { texts: [] }, { texts: texts('\n') }]) {
      expect(codeOf(changes)).toBe('CANNED_REPLY_INCOMPLETE');
    }
    expect(codeOf({ name: 'x'.repeat(LONGEST_NAME) })).toBeUndefined();
    expect(codeOf({ name: 'x'.repeat(LONGEST_NAME + 1) })).toBe('NAME_TOO_LONG');
    expect(codeOf({ texts: texts('x'.repeat(LONGEST_CANNED_TEXT)) })).toBeUndefined();
    expect(codeOf({ texts: texts('x'.repeat(LONGEST_CANNED_TEXT + 1)) })).toBe('MESSAGE_TOO_LONG');
  });

  it('reads placeholders as people write them', () => {
    const texts = [{ language: 'fr', text: '{ Name }, {{page}}, {\u00a0DATE }, {name}, {1}' }];
    expect(parseCannedReply({ ...form, texts }).texts).toEqual([
      { language: 'fr', text: '{name}, {page}, {date}, {name}, {1}' },
    ]);
  });

  it('refuses languages without mails, one language twice, and unknown placeholders', () => {
    expect(codeOf({ texts: texts('Hallo', 'de') })).toBe('VALIDATION_FAILED');
    expect(codeOf({ texts: [...texts('a'), ...texts('b')] })).toBe('VALIDATION_FAILED');
    expect(codeOf({ texts: texts('Bonjour {nom}') })).toBe('PLACEHOLDER_UNKNOWN');
  });
});
