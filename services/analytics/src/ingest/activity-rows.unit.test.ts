import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import {
  type Activity,
  ActivityBatchSchema,
  ActivitySchema,
  Source,
} from '@volant/proto/volant/analytics/v1/activity_pb';
import { describe, expect, it } from 'vitest';
import { ACTIVITY_COLUMNS, readRecords } from './activity-rows.ts';

type Fields = Partial<Omit<Activity, '$typeName'>> & { readonly ms?: number };

const EVENT = '01890a5d-ac96-774b-bcce-b302099a8057';
const PAGE = '4b0a5b4e-6a34-4a3e-9d1f-0d6a1d0c1b2a';
const AT_MS = Date.parse('2026-03-01T12:00:00.045Z');
const RECEIVED = new Date('2026-03-01T12:00:01Z');

function activity({ ms = AT_MS, ...fields }: Fields): Activity {
  return create(ActivitySchema, {
    eventId: EVENT,
    pageUid: PAGE,
    tenure: 2,
    type: 1,
    occurredAt: timestampFromMs(ms),
    day: '2026-03-01',
    country: 'FR',
    visitor: 7n,
    ...fields,
  });
}

function record(value: Uint8Array | null): LogRecord {
  return { topic: 'activity', partition: 0, offset: 5, key: 'k', value, headers: {}, at: RECEIVED };
}

const batch = (...activities: readonly Fields[]) =>
  record(toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities: activities.map(activity) })));

/** The only row of an activity by column, or the reason why it is set aside. */
function read(fields: Fields): Record<string, string> | string | undefined {
  const { rows, dead } = readRecords([batch(fields)]);
  const [row] = rows;
  if (row === undefined) return dead[0]?.headers?.reason;
  const values = row.line.replace(/\n$/, '').split('\t');
  expect(values).toHaveLength(ACTIVITY_COLUMNS.length);
  return Object.fromEntries(ACTIVITY_COLUMNS.map((column, place) => [column, values[place] ?? '']));
}

describe('activity rows', () => {
  it('have a value for each column', () => {
    const visit = { byOwner: true, source: Source.NFC, referrerHost: 'a.example', card: EVENT };
    expect(read({ ...visit, customField: 'Tarifs' })).toEqual({
      page_uid: PAGE,
      day: '2026-03-01',
      event_id: EVENT,
      tenure: '2',
      type: '1',
      custom_field: 'Tarifs',
      by_owner: '1',
      occurred_at: '1772366400.045',
      country: 'FR',
      source: 'nfc',
      referrer_host: 'a.example',
      visitor: '7',
      precedence: String(Number.MAX_SAFE_INTEGER - RECEIVED.getTime() * 1_000),
      card: EVENT,
    });
    expect(read({})).toMatchObject({ by_owner: '0', source: '', custom_field: '', referrer_host: '', card: '' });
  });

  it.each([
    [0, '1772366400.000'],
    [9, '1772366400.009'],
    [10, '1772366400.010'],
    [99, '1772366400.099'],
    [100, '1772366400.100'],
    [999, '1772366400.999'],
  ])('write %i milliseconds in ClickHouse’s format', (millis, expected) => {
    expect(read({ ms: AT_MS - 45 + millis })).toMatchObject({ occurred_at: expected });
  });

  it.each([
    [Source.QR, 'qr'],
    [Source.NFC, 'nfc'],
    [Source.LINK, 'link'],
  ])('write source %i as %s', (source, name) => {
    expect(read({ source })).toMatchObject({ source: name });
  });

  it('escape characters that would end a value or a line', () => {
    expect(read({ customField: 'a\tb\\c\nd\re\0f « g »', referrerHost: '\\' })).toMatchObject({
      custom_field: 'a\\tb\\\\c\\nd\\re\\0f « g »',
      referrer_host: '\\\\',
    });
  });

  it.each<[string, Fields, string]>([
    ['an event that is no UUID', { eventId: `${EVENT}0` }, 'event_id is no UUID'],
    ['a page that is no UUID', { pageUid: '' }, 'page_uid is no UUID'],
    ['a negative ownership', { tenure: -1 }, 'tenure is out of range'],
    ['no type', { type: 0 }, 'unknown type'],
    ['an unknown type', { type: 99 as Activity['type'] }, 'unknown type'],
    ['a day that is none', { day: '2026-02-30' }, 'day is no day'],
    ['no day', { day: '' }, 'day is no day'],
    ['an unknown source', { source: 4 as Source }, 'unknown source'],
    ['a country that is no code', { country: 'FRA' }, 'country is no code'],
    ['a country in small letters', { country: 'fr' }, 'country is no code'],
    ['a card that is no UUID', { card: 'a\tb' }, 'card is no UUID'],
    ['no time', { occurredAt: undefined }, 'occurred_at is missing or out of range'],
    ['a time before 1970', { ms: -1 }, 'occurred_at is missing or out of range'],
    ['a time beyond the table', { ms: Date.parse('2149-01-01') }, 'occurred_at is missing or out of range'],
  ])('set %s aside', (_, fields, reason) => {
    expect(read(fields)).toBe(reason);
  });

  it.each<[string, Fields]>([
    ['the first ownership', { tenure: 0 }],
    ['the last one there can be', { tenure: 0x7fffffff }],
    ['no country', { country: '' }],
    ['the first instant', { ms: 0 }],
    ['the last instant of the table', { ms: Date.parse('2149-01-01') - 1 }],
  ])('accept %s', (_, fields) => {
    expect(read(fields)).toMatchObject({ page_uid: PAGE });
  });

  it('give precedence to the earlier of two records, and to the earlier activity within a record', () => {
    const later = { ...batch({}), at: new Date(RECEIVED.getTime() + 1) };
    const { rows } = readRecords([batch({}, {}), later]);
    const [first = 0, second = 0, third = 0] = rows.map(({ line }) => Number(line.trimEnd().split('\t').at(-1)));
    expect(first - second).toBe(1);
    expect(first - third).toBe(1_000);
    expect(rows.map(({ index }) => index)).toEqual([0, 1, 0]);
    // A record with more activities than the precedences of a millisecond does not use those of the next one.
    const many = readRecords([batch(...Array.from({ length: 1_002 }, () => ({})))]).rows;
    expect(Number(many.at(-1)?.line.trimEnd().split('\t').at(-1))).toBe(first - 999);
  });

  it('mark rows that contain the name of an item', () => {
    const { rows } = readRecords([batch({ customField: 'Tarifs' }, {})]);
    expect(rows.map(({ named }) => named)).toEqual([true, false]);
  });

  it('set an invalid activity aside as its own batch with its position, and an invalid record as a whole', () => {
    const { rows, dead } = readRecords([batch({}, { day: 'x' }, {}), record(null), record(Uint8Array.from([0x0a, 9]))]);
    expect(rows.map(({ index }) => index)).toEqual([0, 2]);
    expect(dead.map(({ headers }) => [headers?.index, headers?.reason])).toEqual([
      ['1', 'day is no day'],
      [undefined, 'the record has no value'],
      [undefined, expect.stringContaining('index out of range')],
    ]);
    expect(fromBinary(ActivityBatchSchema, dead[0]?.value ?? new Uint8Array()).activities).toMatchObject([
      { day: 'x' },
    ]);
    expect(dead[1]?.value).toEqual(new Uint8Array());
    expect(dead[2]?.value).toEqual(Uint8Array.from([0x0a, 9]));
  });
});
