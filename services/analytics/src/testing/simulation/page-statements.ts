import type { Params, Statement } from './statement.ts';
import { currentMonths, type TABLES_OF_PAGES, type Tables } from './tables.ts';

type TableOfPages = (typeof TABLES_OF_PAGES)[number];
type RollupTable = Exclude<TableOfPages, 'activities_by_day'>;

const uidsOf = (params: Params) => new Set((params.uids as readonly string[]).map((uid) => uid.toLowerCase()));
const distinct = (uids: readonly string[]) => [...new Set(uids)].map((uid) => ({ uid }));
const erasedIn = (tables: Tables) => new Set(tables.erased_pages.map(({ page_uid }) => page_uid));
const quoted = (list: string) => new Set([...list.matchAll(/'([^']+)'/g)].map(([, uid = '']) => uid));
function endedTenures(tables: Tables): ReadonlyMap<string, number> {
  const ended = new Map<string, number>();
  for (const { page_uid, tenure } of tables.ended_ownerships)
    ended.set(page_uid, Math.max(tenure, ended.get(page_uid) ?? 0));
  return ended;
}

/** Statements that erase pages and the names given by former owners. */
export const PAGE_STATEMENTS: readonly Statement[] = [
  {
    sql: /^SELECT DISTINCT toString\(page_uid\) AS uid FROM volant\.erased_pages WHERE page_uid IN \{uids:Array\(UUID\)\}$/,
    rows: (tables, params) => {
      const uids = uidsOf(params);
      return distinct(tables.erased_pages.map(({ page_uid }) => page_uid).filter((uid) => uids.has(uid)));
    },
  },
  {
    sql: /^SELECT count\(\) AS n FROM volant\.(\w+) WHERE page_uid IN \{uids:Array\(UUID\)\}$/,
    rows: (tables, params, [, table]) => {
      const uids = uidsOf(params);
      return [{ n: tables[table as TableOfPages].filter(({ page_uid }) => uids.has(page_uid)).length }];
    },
  },
  {
    sql: /^ALTER TABLE volant\.(\w+) DELETE WHERE page_uid IN \((.*)\)$/,
    change: (tables, _params, [, name, list = '']) => {
      const table = name as TableOfPages;
      const uids = quoted(list);
      // A mutation deletes the rows that existed when it arrived, and no later ones.
      const gone = new Set<object>(tables[table].filter(({ page_uid }) => uids.has(page_uid)));
      return (now) => {
        Object.assign(now, { [table]: now[table].filter((row) => !gone.has(row)) });
      };
    },
  },
  {
    sql: /^SELECT DISTINCT toString\(page_uid\) AS uid FROM volant\.(\w+) WHERE page_uid IN \(SELECT page_uid FROM volant\.erased_pages\)$/,
    rows: (tables, _params, [, table]) => {
      const erased = erasedIn(tables);
      return distinct(tables[table as TableOfPages].map(({ page_uid }) => page_uid).filter((uid) => erased.has(uid)));
    },
  },
  {
    sql: /^SELECT DISTINCT toString\(page_uid\) AS uid FROM \((SELECT page_uid FROM volant\.\w+ WHERE rollup IN .*)\)$/,
    rows: (tables, params, [, parts = '']) => {
      const erased = erasedIn(tables);
      const rollups = params.rollups as readonly number[];
      const names = [...parts.matchAll(/FROM volant\.(\w+) WHERE rollup/g)].map(([, name]) => name as RollupTable);
      const rows = names.flatMap(
        (name): readonly { readonly rollup: number; readonly page_uid: string }[] => tables[name],
      );
      const found = rows.filter(({ rollup, page_uid }) => rollups.includes(rollup) && erased.has(page_uid));
      return distinct(found.map(({ page_uid }) => page_uid));
    },
  },
  {
    sql: /^SELECT toString\(page_uid\) AS uid, max\(tenure\) AS tenure FROM volant\.ended_ownerships WHERE page_uid IN \{uids:Array\(UUID\)\} GROUP BY uid$/,
    rows: (tables, params) => {
      const uids = uidsOf(params);
      return [...endedTenures(tables)].filter(([uid]) => uids.has(uid)).map(([uid, tenure]) => ({ uid, tenure }));
    },
  },
  {
    sql: /^SELECT DISTINCT toString\(page_uid\) AS uid, toString\(day\) AS day FROM volant\.(activities_by_day|page_days) AS rows INNER JOIN (.*)$/,
    rows: (tables, params, [, table, rest = '']) => {
      const ended = endedTenures(tables);
      const uids = params.uids === undefined ? undefined : uidsOf(params);
      const current = new Set(currentMonths(tables.folded_months).map(({ rollup }) => rollup));
      const rows: readonly { readonly page_uid: string; readonly day: string }[] =
        table === 'activities_by_day'
          ? tables.activities_by_day.filter((row) => isNamed(row))
          : tables.page_days.filter((row) => isNamed(row) && (!rest.includes('rollup IN') || current.has(row.rollup)));
      function isNamed(row: { readonly page_uid: string; readonly tenure: number; readonly custom_field: string }) {
        const over = ended.get(row.page_uid) ?? 0;
        return row.custom_field !== '' && row.tenure <= over && (uids === undefined || uids.has(row.page_uid));
      }
      return [...new Set(rows.map(({ page_uid, day }) => `${page_uid} ${day}`))].map((pair) => {
        const [uid, day] = pair.split(' ');
        return { uid, day };
      });
    },
  },
  {
    sql: /^ALTER TABLE volant\.activities_by_day UPDATE custom_field = '' WHERE custom_field != '' AND \((.*)\)$/,
    change: (tables, _params, [, conditions = '']) => {
      const ended = new Map(
        [...conditions.matchAll(/page_uid = '([^']+)' AND tenure <= (\d+)/g)].map(([, uid = '', tenure]) => [
          uid,
          Number(tenure),
        ]),
      );
      const meant = new Set<object>(
        tables.activities_by_day.filter(
          ({ page_uid, tenure, custom_field }) => custom_field !== '' && tenure <= (ended.get(page_uid) ?? 0),
        ),
      );
      return (now) => {
        now.activities_by_day = now.activities_by_day.map((row) =>
          meant.has(row) ? { ...row, custom_field: '' } : row,
        );
      };
    },
  },
];
