import { KEPT_MONTHS } from '../../rollups/retention.ts';
import { VISITOR_GROUPS } from '../../rollups/visit-columns.ts';
import type { Params, Statement } from './statement.ts';
import {
  type CountedDay,
  type CountedOrigin,
  currentMonths,
  final,
  grouped,
  type StoredActivity,
  type Tables,
} from './tables.ts';

const byDay = ['page_uid', 'tenure', 'day', 'type', 'custom_field', 'by_owner'] as const;

/** Converts activities of these days into counts of one each. */
function countedOf(rows: readonly StoredActivity[], rollup: number) {
  const single = rows.map(({ page_uid, tenure, day, type, custom_field, by_owner }) => ({
    ...{ rollup, page_uid, tenure, day, type, custom_field, by_owner, events: 1 },
  }));
  return grouped(single, byDay);
}

const HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: 'numeric' });

/** The rows of `page_origins` for these activities. */
function originsOf(rows: readonly StoredActivity[], rollup: number): readonly CountedOrigin[] {
  const single = rows.flatMap(({ page_uid, day, tenure, by_owner, type, ...row }) =>
    [
      ['country', row.country],
      ['referrer', row.referrer_host],
      ['source', row.source],
      ['hour', String(Number(HOUR.format(row.occurred_at * 1000)))],
      ['card', row.card],
    ].flatMap(([dimension = '', value = '']) => {
      const views = type === 'VIEW' ? 1 : 0;
      return value === '' ? [] : [{ rollup, page_uid, dimension, value, day, tenure, by_owner, events: 1, views }];
    }),
  );
  return [
    ...grouped(single, ['page_uid', 'dimension', 'value', 'day', 'tenure', 'by_owner']),
    ...VISITOR_GROUPS.flatMap(([group, types]) => visitorsOf(rows, rollup, group, types)),
  ];
}

/** Each visitor once, as a stranger where any of their activities is not the owner's. */
function visitorsOf(
  rows: readonly StoredActivity[],
  rollup: number,
  value: string,
  types: readonly string[] | undefined,
): readonly CountedOrigin[] {
  const seen = new Map<string, CountedOrigin>();
  for (const { page_uid, day, tenure, visitor, by_owner, type } of rows) {
    const key = `${page_uid} ${day} ${tenure} ${visitor}`;
    if (types?.includes(type) === false || seen.get(key)?.by_owner === false) continue;
    seen.set(key, { rollup, page_uid, dimension: 'visitors', value, day, tenure, by_owner, events: 1, views: 0 });
  }
  return grouped([...seen.values()], ['page_uid', 'day', 'tenure', 'by_owner']);
}

interface Fold {
  readonly rollup: number;
  readonly copied: number;
  readonly counted: readonly string[];
  readonly keptFrom: string;
}

/** The days of a month that are copied from its previous rollup, and the activities of those that are counted again. */
function foldOf(tables: Tables, params: Params) {
  const { rollup, copied, counted, keptFrom } = params as unknown as Fold;
  const isCopied = (row: { readonly rollup: number; readonly day: string }) =>
    row.rollup === copied && row.day >= keptFrom && !counted.includes(row.day);
  const anew = final(tables.activities_by_day).filter(({ day }) => counted.includes(day) && day >= keptFrom);
  return { rollup, isCopied, anew };
}

/** Statements of folds, and of the reports that read them. */
export const FOLD_STATEMENTS: readonly Statement[] = [
  {
    sql: /^SELECT m\.month AS month, max\(m\.number\) AS number, argMax\(m\.rollup, m\.number\) AS rollup, .* FROM volant\.folded_months AS m GROUP BY m\.month ORDER BY month$/,
    rows: (tables) => currentMonths(tables.folded_months),
  },
  {
    sql: /^SELECT greatest\(\(SELECT max\(number\) FROM volant\.fold_tickets\), \(SELECT max\(number\) FROM volant\.folded_months\)\) AS number$/,
    rows: ({ fold_tickets, folded_months }) => [
      { number: Math.max(0, ...[...fold_tickets, ...folded_months].map(({ number }) => number)) },
    ],
  },
  {
    sql: /^SELECT toUInt32\(maxIf\(at, number = \{number:UInt64\}\)\) AS at, countIf\(.*\) AS alike, max\(number\) AS highest FROM volant\.fold_tickets$/,
    rows: ({ fold_tickets }, params) => {
      const own = fold_tickets.filter(({ number }) => number === params.number);
      const highest = Math.max(...fold_tickets.map(({ number }) => number));
      return [{ at: own[0]?.at, alike: own.length, highest }];
    },
  },
  {
    sql: /^SELECT number, toString\(arrayJoin\(days\)\) AS day FROM volant\.fold_tickets WHERE number > \{above:UInt64\} AND number < \{below:UInt64\}$/,
    rows: ({ fold_tickets }, params) =>
      fold_tickets
        .filter(({ number }) => number > Number(params.above) && number < Number(params.below))
        .flatMap(({ number, days }) => days.map((day) => ({ number, day }))),
  },
  {
    sql: /^SELECT engine_full FROM system\.tables WHERE .* AND name = 'activities_by_day'$/,
    rows: () => [{ engine_full: `TTL day + toIntervalMonth(${KEPT_MONTHS})` }],
  },
  {
    sql: /^SELECT toString\(min\(day\)\) AS first, count\(\) AS n FROM volant\.activities_by_day WHERE day >= \{keptFrom:Date\}$/,
    rows: (tables, params) => {
      const days = tables.activities_by_day.map(({ day }) => day).filter((day) => day >= String(params.keptFrom));
      return [{ first: days.sort()[0] ?? '1970-01-01', n: days.length }];
    },
  },
  {
    sql: /^INSERT INTO volant\.page_days /,
    change: (tables, params) => {
      const { rollup, isCopied, anew } = foldOf(tables, params);
      const copied = tables.page_days.filter(isCopied).map((row) => ({ ...row, rollup }));
      const rows = [...copied, ...countedOf(anew, rollup)];
      return (now) => {
        now.page_days = [...now.page_days, ...rows];
      };
    },
  },
  {
    sql: /^INSERT INTO volant\.page_origins \([^)]*\) SELECT \{rollup:UInt64\}, page_uid, (?:dimension|'(\w+)'), /,
    change: (tables, params, [, counted]) => {
      const { rollup, isCopied, anew } = foldOf(tables, params);
      const rows =
        counted === undefined
          ? tables.page_origins.filter(isCopied).map((row) => ({ ...row, rollup }))
          : originsOf(anew, rollup).filter(({ dimension }) => dimension === counted);
      return (now) => {
        now.page_origins = [...now.page_origins, ...rows];
      };
    },
  },
  {
    sql: /^INSERT INTO volant\.page_months /,
    change: (tables, params) => {
      const ofRollup = tables.page_days.filter(({ rollup }) => rollup === params.rollup);
      const views = (page_uid: string, tenure: number) =>
        ofRollup.filter((row) => row.page_uid === page_uid && row.tenure === tenure && row.type === 'VIEW');
      const rows = grouped(ofRollup, ['page_uid', 'tenure']).map(({ rollup, page_uid, tenure, events }) => {
        return { rollup, page_uid, tenure, events, views: sum(views(page_uid, tenure)) };
      });
      return (now) => {
        now.page_months = [...now.page_months, ...rows];
      };
    },
  },
  {
    sql: /^SELECT totals, rollups FROM volant\.totalled_rollups ORDER BY totals DESC LIMIT 1$/,
    rows: (tables) => [...tables.totalled_rollups].sort((one, other) => other.totals - one.totals).slice(0, 1),
  },
  {
    sql: /^INSERT INTO volant\.page_totals /,
    change: (tables, params) => {
      const { totals, rollups } = params as { totals: number; rollups: readonly number[] };
      const months = tables.page_months.filter(({ rollup }) => rollups.includes(rollup));
      const rows = grouped(
        months.map((row) => ({ ...row, rollup: totals })),
        ['page_uid', 'tenure'],
      );
      return (now) => {
        now.page_totals = [...now.page_totals, ...rows];
      };
    },
  },
  {
    sql: /^INSERT INTO volant\.totalled_rollups .* WHERE toUInt32\(now\(\)\) < (\d+)$/,
    change: (_tables, params, [, before], sentAt) => {
      if (sentAt >= Number(before)) return undefined;
      const { totals, rollups } = params as { totals: number; rollups: readonly number[] };
      return (now) => {
        now.totalled_rollups = [...now.totalled_rollups, { totals, rollups }];
      };
    },
  },
  {
    sql: /^INSERT INTO volant\.folded_months .* arrayJoin\(\[(.*)\]\) AS row\) WHERE toUInt32\(now\(\)\) < (\d+)$/,
    change: (_tables, _params, [, list = '', before], sentAt) => {
      if (sentAt >= Number(before)) return undefined;
      const rows = [...list.matchAll(/\((\d+), (\d+), (\d+), '([^']+)'\)/g)].map(
        ([, month, number, rollup, until = '']) => {
          return { month: Number(month), number: Number(number), rollup: Number(rollup), until };
        },
      );
      return (tables, at) => {
        tables.folded_months = [...tables.folded_months, ...rows.map((row) => ({ ...row, at }))];
      };
    },
  },
  {
    sql: /^SELECT uniqExact\(month\) AS months FROM volant\.folded_months WHERE month IN \{months:Array\(UInt32\)\} AND number >= \{number:UInt64\}$/,
    rows: (tables, params) => {
      const months = params.months as readonly number[];
      const found = tables.folded_months.filter(
        ({ month, number }) => months.includes(month) && number >= Number(params.number),
      );
      return [{ months: new Set(found.map(({ month }) => month)).size }];
    },
  },
  {
    sql: /^SELECT toUInt8\(max\(folded_at\) <= now\(\) - \{seconds:UInt32\}\) AS settled FROM volant\.folded_months$/,
    rows: (tables, params, _found, now) => [
      { settled: Number(Math.max(0, ...tables.folded_months.map(({ at }) => at)) <= now - Number(params.seconds)) },
    ],
  },
  {
    sql: /^SELECT DISTINCT table, partition FROM system\.parts /,
    rows: (tables, params, _found, now) => {
      const current = new Set(currentMonths(tables.folded_months).map(({ rollup }) => rollup));
      const recent = tables.fold_tickets.filter(({ at }) => at > now - Number(params.seconds));
      const below = Math.min(Number.POSITIVE_INFINITY, ...recent.map(({ number }) => number));
      current.add(Math.max(0, ...tables.totalled_rollups.map(({ totals }) => totals)));
      return (['page_days', 'page_origins', 'page_months', 'page_totals'] as const).flatMap((table) =>
        [...new Set(tables[table].map(({ rollup }) => rollup))]
          .filter((rollup) => !current.has(rollup) && rollup < below)
          .map((partition) => ({ table, partition })),
      );
    },
  },
  {
    sql: /^ALTER TABLE volant\.(\w+) DROP PARTITION (\d+)$/,
    change: (_tables, _params, [, name, partition]) => {
      const table = name as 'page_days' | 'page_origins' | 'page_months' | 'page_totals';
      return (now) => {
        Object.assign(now, { [table]: now[table].filter(({ rollup }) => rollup !== Number(partition)) });
      };
    },
  },
  {
    sql: /^SELECT 'type' AS dimension, .* FROM volant\.page_days WHERE rollup IN \{rollups:Array\(UInt64\)\} AND page_uid = \{pageUid:UUID\} AND day > \{countedAfter:Date\} UNION ALL SELECT \['type'\]\[entry\] AS dimension, .* FROM volant\.activities_by_day FINAL WHERE day > \{openAfter:Date\} AND page_uid = \{pageUid:UUID\} \) .* UNION ALL SELECT 'latest', .* SETTINGS max_threads = 1$/,
    rows: (tables, params) => {
      const { pageUid, rollups, countedAfter, openAfter } = params as unknown as ReportParams;
      const folded = tables.page_days.filter((row) => rollups.includes(row.rollup) && row.page_uid === pageUid);
      const open = final(tables.activities_by_day).filter((row) => row.page_uid === pageUid && row.day > openAfter);
      return [
        ...folded.filter(({ day }) => day > countedAfter).map((row) => typeFigure(row, row.events)),
        ...open.map((row) => typeFigure(row, 1)),
      ];
    },
  },
];

interface ReportParams {
  readonly pageUid: string;
  readonly rollups: readonly number[];
  readonly countedAfter: string;
  readonly openAfter: string;
}

function typeFigure({ type, custom_field, day }: Pick<CountedDay, 'type' | 'custom_field' | 'day'>, total: number) {
  return { dimension: 'type', value: `${type} ${custom_field}`, date: day, total, viewed: 0 };
}

function sum(rows: readonly { readonly events: number }[]): number {
  return rows.reduce((total, { events }) => total + events, 0);
}
