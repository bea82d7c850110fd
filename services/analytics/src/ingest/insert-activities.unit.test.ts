import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { describe, expect, it } from 'vitest';
import { ACTIVITY_COLUMNS, type ActivityRow } from './activity-rows.ts';
import { insertActivities } from './insert-activities.ts';

const row = (line: string) => ({ line: `${line}\n` }) as ActivityRow;
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(`good ${i}`));
const errorOf = (type: string, message = 'bad data') => Object.assign(new Error(message), { type });

/** A database that refuses inserts with certain lines, and keeps the others. */
function database(refuse: (inserted: string) => Error | undefined = () => undefined) {
  const inserts: string[][] = [];
  const settings: unknown[] = [];
  const client = {
    async insert({ values, ...params }: { readonly values: Readable }) {
      const inserted = await text(values);
      settings.push(params);
      const error = refuse(inserted);
      if (error !== undefined) throw error;
      inserts.push(inserted.trimEnd().split('\n'));
    },
  };
  return { inserts, settings, database: { client, database: 'volant' } as unknown as AnalyticsDatabase };
}

describe('inserting activities', () => {
  it('inserts in order, and waits until the rows are on the disk', async () => {
    const { inserts, settings, database: of } = database();
    expect(await insertActivities(of, rows(3))).toEqual([]);
    expect(inserts).toEqual([['good 0', 'good 1', 'good 2']]);
    expect(settings).toEqual([
      {
        table: 'volant.activities_by_day',
        columns: ACTIVITY_COLUMNS,
        format: 'TabSeparated',
        clickhouse_settings: { async_insert: 0 },
      },
    ]);
  });

  it('sends no statement without rows', async () => {
    const { inserts, database: of } = database();
    expect(await insertActivities(of, [])).toEqual([]);
    expect(inserts).toEqual([]);
  });

  it('inserts at most 20,000 rows at once, each of them once', async () => {
    const { inserts, database: of } = database();
    await insertActivities(of, rows(40_001));
    expect(inserts.map((lines) => lines.length)).toEqual([20_000, 20_000, 1]);
    expect(new Set(inserts.flat()).size).toBe(40_001);
  });

  it('narrows a refusal down to the invalid rows, and keeps all others', async () => {
    const bad = new Set([0, 7, 8, 12]);
    const { inserts, database: of } = database((inserted) =>
      inserted.includes('bad') ? errorOf('CANNOT_PARSE_TEXT', 'no text') : undefined,
    );
    const given = rows(13).map((good, i) => (bad.has(i) ? row(`bad ${i}`) : good));
    const refused = await insertActivities(of, given);
    expect(refused.map(({ row: one }) => one)).toEqual([...bad].map((i) => given[i]));
    expect(refused[0]?.reason).toBe('CANNOT_PARSE_TEXT: no text');
    expect(inserts.flat()).toEqual(
      given.filter(({ line }) => line.startsWith('good')).map(({ line }) => line.trimEnd()),
    );
  });

  // Errors not caused by the data have to be retried: setting the rows aside would lose events.
  it.each([
    ['a server that is away', new Error('connect ECONNREFUSED')],
    ['a server without memory', errorOf('MEMORY_LIMIT_EXCEEDED')],
    ['a table that is not there', errorOf('UNKNOWN_TABLE')],
    ['an error whose type is no text', Object.assign(new Error('odd'), { type: 5 })],
    ['what is no error', { type: 'CANNOT_PARSE_TEXT' }],
  ])('throws for %s, and sets no row aside', async (_, error) => {
    const { database: of } = database(() => error as Error);
    await expect(insertActivities(of, rows(2))).rejects.toBe(error);
  });

  it.each([
    'ARGUMENT_OUT_OF_BOUND',
    'CANNOT_PARSE_DATE',
    'CANNOT_PARSE_DATETIME',
    'CANNOT_PARSE_ESCAPE_SEQUENCE',
    'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
    'CANNOT_PARSE_NUMBER',
    'CANNOT_PARSE_TEXT',
    'CANNOT_PARSE_UUID',
    'INCORRECT_DATA',
    'TYPE_MISMATCH',
    'UNKNOWN_ELEMENT_OF_ENUM',
    'VIOLATED_CONSTRAINT',
  ])('sets a single row aside for %s, so that ingest continues', async (type) => {
    const { database: of } = database(() => errorOf(type));
    expect(await insertActivities(of, rows(1))).toMatchObject([{ reason: `${type}: bad data` }]);
  });
});
