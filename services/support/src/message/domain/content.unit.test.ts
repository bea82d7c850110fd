import { DomainError } from '@volant/infra/errors/domain-error';
import { LONGEST_MESSAGE, LONGEST_NAME, LONGEST_SUBJECT, SHORTEST_MESSAGE } from '@volant/proto/text/lengths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContactForm, parseContactForm } from './content.ts';

const form: ContactForm = {
  name: 'Chauffeur Démo',
  email: 'demo@example.org',
  subject: 'Carte perdue',
  message: 'J’ai perdu ma carte.',
};
const parse = (changes: Partial<ContactForm>) => parseContactForm({ ...form, ...changes });

function refusalOf(changes: Partial<ContactForm>): DomainError | undefined {
  try {
    parse(changes);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
const codeOf = (changes: Partial<ContactForm>) => refusalOf(changes)?.code;

const FIELDS = ['name', 'email', 'subject', 'message'] as const;
const UNSEEN = ['', ' ', '\n\t', '\u200b', '\u00a0\ufeff', '\u2800', '\u202e\u202c', '\u0000', '\u2066\u200d'];

describe('parseContactForm', () => {
  it('trims and composes the fields', () => {
    expect(parse({ name: 'Zoe\u0301' }).name).toBe('Zo\u00e9');
    expect(parse({ name: '  Zoé\u0301  Démo ', email: ' Demo@Example.ORG\n' })).toEqual({
      name: 'Zoé\u0301 Démo',
      email: 'Demo@Example.ORG',
      subject: form.subject,
      body: form.message,
    });
  });

  it.each(FIELDS)('requires a %s with visible characters', (field) => {
    for (const text of UNSEEN) expect([text, codeOf({ [field]: text })]).toEqual([text, 'CONTACT_FIELDS_REQUIRED']);
  });

  it.each([
    ['name', 'x', LONGEST_NAME, 'NAME_TOO_LONG'],
    ['name', '👩', LONGEST_NAME, 'NAME_TOO_LONG'],
    ['subject', 'é', LONGEST_SUBJECT, 'SUBJECT_TOO_LONG'],
    ['message', 'm', LONGEST_MESSAGE, 'MESSAGE_TOO_LONG'],
    ['message', '𝒎', LONGEST_MESSAGE, 'MESSAGE_TOO_LONG'],
  ] as const)('accepts a %s of %s up to its limit', (field, character, limit, code) => {
    expect(codeOf({ [field]: character.repeat(limit) })).toBeUndefined();
    expect(codeOf({ [field]: ` ${character.repeat(limit)} ` })).toBeUndefined();
    expect(codeOf({ [field]: character.repeat(limit + 1) })).toBe(code);
  });

  it.each([
    ['name', LONGEST_NAME, 'NAME_TOO_LONG'],
    ['email', 254, 'EMAIL_INVALID'],
    ['subject', LONGEST_SUBJECT, 'SUBJECT_TOO_LONG'],
    ['message', LONGEST_MESSAGE, 'MESSAGE_TOO_LONG'],
  ] as const)('names a %s that is too long, before and after cleaning, and its limit', (field, limit, code) => {
    expect(refusalOf({ [field]: '\u0301'.repeat(limit * 4 + 1) })).toMatchObject({ code, parameters: { limit } });
    if (field === 'email') return;
    expect(refusalOf({ [field]: 'x'.repeat(limit + 1) })).toMatchObject({ code, parameters: { limit } });
  });

  it('names the minimum length of a message', () => {
    expect(refusalOf({ message: 'x' })?.parameters).toEqual({ limit: SHORTEST_MESSAGE });
  });

  it('requires ten characters in a message, not counting spaces around it', () => {
    expect(codeOf({ message: 'x'.repeat(SHORTEST_MESSAGE - 1) })).toBe('MESSAGE_TOO_SHORT');
    expect(codeOf({ message: `\n ${'x'.repeat(SHORTEST_MESSAGE - 1)} \u0000` })).toBe('MESSAGE_TOO_SHORT');
    expect(codeOf({ message: 'x'.repeat(SHORTEST_MESSAGE) })).toBeUndefined();
    expect(codeOf({ message: 'é\u0301'.repeat(5) })).toBeUndefined();
    expect(codeOf({ message: '👍'.repeat(SHORTEST_MESSAGE) })).toBeUndefined();
  });

  it.each([
    'demo',
    'demo@',
    'demo@localhost',
    'a@b@example.org',
    'demo@example.org, other@example.org',
    'demo@example.org\r\nBcc: other@example.org',
    'demo@example.org?bcc=other@example.org',
    'demo@example.org <other@example.org>',
    `${'x'.repeat(65)}@example.org`,
    `x@${'y.'.repeat(200)}org`,
  ])('refuses %j as an e-mail address', (email) => {
    expect(codeOf({ email })).toBe('EMAIL_INVALID');
  });

  it('removes invisible characters from a line, and keeps right-to-left texts', () => {
    expect(parse({ subject: 'Carte\r\nBcc: other@example.org' }).subject).toBe('Carte Bcc: other@example.org');
    expect(parse({ subject: '\u202a+33 6 39 98 00 01\u202c' }).subject).toBe('+33 6 39 98 00 01');
    expect(parse({ name: 'Ana\u202e moc.elpmaxe\u2028\u0007' }).name).toBe('Ana moc.elpmaxe');
    expect(parse({ name: 'محمد', subject: 'בעיה\u200f!' })).toMatchObject({ name: 'محمد', subject: 'בעיה\u200f!' });
    expect(parse({ name: 'A\ud800' }).name).toBe('A');
  });

  it('keeps the lines of a message, and removes control characters', () => {
    expect(parse({ message: 'Bonjour,\r\n\r\n\tune\u2028ligne\u0000\u001b[31m\u009f.\rFin\r' }).body).toBe(
      'Bonjour,\n\n une\nligne[31m.\nFin',
    );
    expect(parse({ message: 'עברית \u2067English\u2069 עברית' }).body).toBe('עברית English עברית');
  });
});

const texts = fc.oneof(
  fc.string({ maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...UNSEEN),
);
const anyForm = fc.record({
  name: texts,
  email: fc.oneof(texts, fc.emailAddress()),
  subject: texts,
  message: texts,
});

describe('any input', () => {
  it('is refused with a code or becomes single clean lines', () => {
    fc.assert(
      fc.property(anyForm, (given) => {
        let content: ReturnType<typeof parseContactForm>;
        try {
          content = parseContactForm(given);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          return;
        }
        for (const line of [content.name, content.email, content.subject]) {
          expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
          expect(line).toBe(line.trim());
        }
        expect(content.body.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        // The cleaned content can be sent again unchanged.
        const again = { name: content.name, email: content.email, subject: content.subject, message: content.body };
        expect(parseContactForm(again)).toEqual(content);
      }),
      { numRuns: 3_000 },
    );
  });

  it('loses no letter, digit, punctuation mark or symbol of a message', () => {
    const written = (text: string) =>
      text
        .normalize('NFC')
        .replace(/[\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu, '')
        .match(/[\p{L}\p{N}\p{P}\p{S}]/gu)
        ?.join('');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 12, maxLength: 300 }), (message) => {
        const code = codeOf({ message });
        if (code === undefined) expect(written(parse({ message }).body)).toBe(written(message));
        else expect(['CONTACT_FIELDS_REQUIRED', 'MESSAGE_TOO_SHORT']).toContain(code);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is answered quickly at any length', () => {
    const startedAt = process.cpuUsage();
    for (const text of [
      'x'.repeat(1e6),
      '\u0301'.repeat(1e6),
      ' \n'.repeat(5e5),
      '\u202a'.repeat(1e6),
      `${'a.'.repeat(5e5)}@b.co`,
    ]) {
      for (const field of FIELDS) codeOf({ [field]: text });
    }
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });
});
