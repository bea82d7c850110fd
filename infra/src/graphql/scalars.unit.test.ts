import { parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import { dateScalar, dateTimeScalar } from './scalars.ts';

describe('DateTime', () => {
  it('accepts ISO 8601 with a time zone, and writes the format of Date', () => {
    const instant = new Date('2026-01-02T02:04:00.000Z');
    const others = ['2026-01-02T03:04:00+0100', '2026-01-02t02:04z', ' 2026-01-02 03:04:00,000 +01 '];
    for (const text of ['2026-01-02T02:04Z', '2026-01-02T03:04:00+01:00', '2026-01-02T02:04:00.000Z', ...others]) {
      expect(dateTimeScalar.parseValue(text)).toEqual(instant);
      expect(dateTimeScalar.parseLiteral(parseValue(`"${text}"`))).toEqual(instant);
      expect(dateTimeScalar.serialize(text)).toBe('2026-01-02T02:04:00.000Z');
    }
    expect(dateTimeScalar.serialize(instant)).toBe('2026-01-02T02:04:00.000Z');
  });

  it.each([
    '2026-01-02',
    '2026-01-02T02:04:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-02T24:00:00Z',
    '03/04/2026',
    '01.12.26',
    'x2026-01-02T02:04Z',
    '2026-01-02T02:04:00+01:0',
    '2026-01-02T02:04:00+25:00',
    `2026-01-02T02:04:00Z${' '.repeat(70_000)}`,
    '',
    5,
    null,
    {},
  ])('refuses %j', (value) => {
    const message = 'DateTime expects ISO 8601 with a time zone';
    expect(() => dateTimeScalar.parseValue(value)).toThrow(message);
    expect(() => dateTimeScalar.serialize(value)).toThrow(message);
    expect(() => dateTimeScalar.parseLiteral(parseValue('5'))).toThrow(message);
  });
});

describe('Date', () => {
  it('accepts a calendar day', () => {
    expect(dateScalar.parseValue('2024-02-29')).toBe('2024-02-29');
    expect(dateScalar.parseLiteral(parseValue('"2024-02-29"'))).toBe('2024-02-29');
    expect(dateScalar.serialize('2024-02-29')).toBe('2024-02-29');
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '2026', '2026-01-01T00:00:00.000Z', '', 20260101, null])(
    'refuses %j',
    (value) => {
      expect(() => dateScalar.parseValue(value)).toThrow('Date expects YYYY-MM-DD');
      expect(() => dateScalar.parseLiteral(parseValue('5'))).toThrow('Date expects YYYY-MM-DD');
    },
  );
});
