import { describe, expect, it } from 'vitest';
import { cleanLine, cleanLines, cleanPassword } from './clean-text.ts';

const code = (point: number) => String.fromCodePoint(point);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => code(first + at));

/** Invisible characters that pasted text brings along. */
const UNSEEN = [
  ...range(0x00, 0x08),
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x84),
  ...range(0x86, 0x9f),
  ...'\u00ad\u034f\u061c\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\ufe00\ufe0e\ufe0f\ufeff\u1160',
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  ...range(0xfff9, 0xfffc),
  '\ufdd0',
  '\uffff',
  '\ud83d',
  '\ude00',
  code(0xe0001),
  ...range(0xe0020, 0xe007f),
  code(0xe0100),
];
const BREAKS = ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const BLANKS = ['\t', '\u2800', '\u3164', '\uffa0'];
const ENDS = [' ', '\u00a0', '\u202f', '\u3000', '\u2003', ...BREAKS, ...BLANKS, ...UNSEEN];

const named = (characters: readonly string[]) =>
  characters.map((one): [string, string] => [`U+${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`, one]);

describe('pasted text', () => {
  it.each(named(UNSEEN))('loses %s at every position', (_, mark) => {
    for (const clean of [cleanLine, cleanLines, cleanPassword]) {
      expect(clean(`${mark}Zoé${mark} T${mark}axi${mark}`)).toBe('Zoé Taxi');
      expect(clean(mark.repeat(5))).toBe('');
    }
  });

  it.each(named(BREAKS))('gets a space for line break %s in one line, and \\n in several lines', (_, mark) => {
    expect(cleanLine(`Zoé${mark}Taxi`)).toBe('Zoé Taxi');
    expect(cleanLine(`Zoé ${mark}${mark}\t Taxi`)).toBe('Zoé Taxi');
    expect(cleanLines(`Zoé${mark}Taxi`)).toBe('Zoé\nTaxi');
    expect(cleanLines(`Zoé${mark}${mark}Taxi`)).toBe('Zoé\n\nTaxi');
  });

  it.each(named(BLANKS))('gets a space for the blank %s', (_, mark) => {
    expect([cleanLine(`Zoé${mark}Taxi`), cleanLines(`Zoé${mark}Taxi`)]).toEqual(['Zoé Taxi', 'Zoé Taxi']);
  });

  it.each(named(ENDS))('is trimmed of %s', (_, mark) => {
    for (const clean of [cleanLine, cleanLines]) {
      expect(clean(`${mark}\u200b${mark}Zoé${mark}\u202c${mark}`)).toBe('Zoé');
      expect(clean(mark)).toBe('');
    }
  });

  it.each([
    '👩‍👩‍👧‍👦',
    '❤️‍🔥 ☎️ ✌🏽 👩🏽‍🚀 🏳️‍🌈 1️⃣ #️⃣ ☎︎',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'می‌خواهم',
    '۱۴۴۵ ه‍',
    'क्‍ष ශ්‍රී മലയാള‍ം',
    'ལྷ་ས་',
    'Tarif\u00a0: 50\u202f€',
    '東京\u3000太郎 葛\u{e0100}',
    'عدد\u0600۱',
    'בעיה\u200f!',
    'a  b',
    '+33 6 39 98 00 00',
    '',
  ])('keeps ordinary characters: %j', (text) => {
    expect([cleanLine(text), cleanLines(text), cleanPassword(text)]).toEqual([text, text, text]);
  });

  it('keeps joiners and selectors only in valid positions', () => {
    expect(cleanLine('a\u200db 😀\u200da 1\ufe0f2 x\ufe0f 🏴\u{e0067}x')).toBe('ab 😀a 12 x 🏴x');
    expect(cleanLine('x\ufe0f\u200d😀 ה\u200f א\u200f\u200b')).toBe('x😀 ה א');
    expect(cleanLine('😀\u200b\u200d😀')).toBe('😀\u200d😀');
  });
});

describe('cleanPassword', () => {
  it('keeps every blank inside that can be typed and removes the others', () => {
    expect(cleanPassword(' pass\u00a0 word \r\n')).toBe('pass\u00a0 word');
    expect(cleanPassword('\ufeffpass\tword\u2028')).toBe('password');
  });
});

it('cleans text in linear time', () => {
  for (const unit of ['\u200d', '\r', ' ', ' \t', '\u{e0067}', '😀\u200d', '\u200d '] as const) {
    const before = process.cpuUsage();
    for (const clean of [cleanLine, cleanLines, cleanPassword]) clean(unit.repeat(65_536));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_000);
  }
});
