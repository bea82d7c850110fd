import { describe, expect, it } from 'vitest';
import { LONGEST_TEXT, normalised, text } from './outside-text.ts';

/** Milliseconds of CPU time, which other processes do not affect. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Expensive to reorder: consecutive marks of several classes, in the wrong order. */
const HOSTILE = {
  'grave and dot below': '\u0300\u0323',
  'four classes': '\u0301\u0323\u0334\u3099',
  'halfwidth sound marks': '\uff9e\u0301',
  'beyond the basic plane': '\u{1d165}\u{1d16d}\u0323',
  'letters that decompose into many': '\ufdfa\u1e69',
};

describe('normalised', () => {
  it.each(Object.entries(HOSTILE))('costs little for the longest text of %s', (_, unit) => {
    const longest = unit.repeat(Math.floor(LONGEST_TEXT / unit.length));
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
      // Without the limit on consecutive marks it takes 2 to 4 s.
      expect(processorTime(() => normalised(longest, form, LONGEST_TEXT))).toBeLessThan(1_000);
    }
  });

  it('refuses a text longer than its bound', () => {
    expect(() => normalised('x'.repeat(11), 'NFC', 10)).toThrow(RangeError);
    expect(normalised('x'.repeat(10), 'NFC', 10)).toHaveLength(10);
  });

  it('keeps real texts of many languages unchanged', () => {
    for (const written of ['Zoe\u0301 Nguye\u0302\u0303n', 'ශ්‍රී ལྷ་ས་ ཨོཾ', 'मुझे', 'יְרוּשָׁלַיִם', '東京都', '👩‍👩‍👧‍👦🏳️‍🌈']) {
      for (const long of [`${written} `.repeat(200), written.repeat(400)]) {
        expect(normalised(long, 'NFC', LONGEST_TEXT)).toBe(long.normalize('NFC'));
      }
    }
  });

  it('keeps every mark of a short text', () => {
    const written = `z${'\u0301'.repeat(50)}`.padEnd(1_000, 'x');
    expect(normalised(written, 'NFC', LONGEST_TEXT)).toBe(written.normalize('NFC'));
  });

  it('keeps the first 30 consecutive marks of a long text, and everything around them', () => {
    const row = '\u0301'.repeat(50);
    const long = `${'x'.repeat(1_000)}z${row}b\u0323`;
    expect(normalised(long, 'NFC', LONGEST_TEXT)).toBe(
      `${'x'.repeat(1_000)}z${'\u0301'.repeat(30)}b\u0323`.normalize('NFC'),
    );
  });
});

describe('text schema', () => {
  it('skips later checks if the text is too long', () => {
    let calls = 0;
    const schema = text(5)
      .regex(/^x+$/)
      .refine(() => {
        calls += 1;
        return true;
      });
    expect(schema.safeParse('xxxxxx').error?.issues).toHaveLength(1);
    expect(calls).toBe(0);
    expect(schema.safeParse('xxxxx').success).toBe(true);
    expect(calls).toBe(1);
  });
});
