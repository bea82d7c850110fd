import { describe, expect, it } from 'vitest';
import { LONGEST_TEXT, normalised, text } from './outside-text.ts';

/** In milliseconds of this process alone: others may keep the machine busy. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What is dear to put in order: marks of several classes, in a row, in the wrong order. */
const HOSTILE = {
  'grave and dot below': '\u0300\u0323',
  'four classes': '\u0301\u0323\u0334\u3099',
  'halfwidth sound marks': '\uff9e\u0301',
  'beyond the basic plane': '\u{1d165}\u{1d16d}\u0323',
  'letters that decompose into many': '\ufdfa\u1e69',
};

describe('normalising', () => {
  it.each(Object.entries(HOSTILE))('costs little for the longest text of %s', (_, unit) => {
    const longest = unit.repeat(Math.floor(LONGEST_TEXT / unit.length));
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
      // Without a limit to rows of marks it takes 2 to 4 s.
      expect(processorTime(() => normalised(longest, form, LONGEST_TEXT))).toBeLessThan(1_000);
    }
  });

  it('refuses to begin with a text that is longer than its bound', () => {
    expect(() => normalised('x'.repeat(11), 'NFC', 10)).toThrow(RangeError);
    expect(normalised('x'.repeat(10), 'NFC', 10)).toHaveLength(10);
  });

  it('leaves what people write as it is', () => {
    for (const written of ['Zoe\u0301 Nguye\u0302\u0303n', 'ශ්‍රී ལྷ་ས་ ཨོཾ', 'मुझे', 'יְרוּשָׁלַיִם', '東京都', '👩‍👩‍👧‍👦🏳️‍🌈']) {
      for (const long of [`${written} `.repeat(200), written.repeat(400)]) {
        expect(normalised(long, 'NFC', LONGEST_TEXT)).toBe(long.normalize('NFC'));
      }
    }
  });

  it('takes every mark of a text that is not long', () => {
    const written = `z${'\u0301'.repeat(50)}`.padEnd(1_000, 'x');
    expect(normalised(written, 'NFC', LONGEST_TEXT)).toBe(written.normalize('NFC'));
  });

  it('takes the first 30 marks of a row in a long text, and all that stands around them', () => {
    const row = '\u0301'.repeat(50);
    const long = `${'x'.repeat(1_000)}z${row}b\u0323`;
    expect(normalised(long, 'NFC', LONGEST_TEXT)).toBe(
      `${'x'.repeat(1_000)}z${'\u0301'.repeat(30)}b\u0323`.normalize('NFC'),
    );
  });
});

describe('a text in a schema', () => {
  it('is not asked about what follows where it is too long', () => {
    let asked = 0;
    const schema = text(5)
      .regex(/^x+$/)
      .refine(() => {
        asked += 1;
        return true;
      });
    expect(schema.safeParse('xxxxxx').error?.issues).toHaveLength(1);
    expect(asked).toBe(0);
    expect(schema.safeParse('xxxxx').success).toBe(true);
    expect(asked).toBe(1);
  });
});
