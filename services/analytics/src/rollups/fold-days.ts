import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { addDays } from '@volant/infra/time/paris-day';
import { takeOutErased } from './erased-pages.ts';
import { daysOfTickets, type Ticket, takeTicket } from './fold-tickets.ts';
import {
  daysBetween,
  FIRST_DAY,
  type Folded,
  type FoldedMonth,
  type FoldedMonthRow,
  firstDayOf,
  foldedMonthsQuery,
  foldedOf,
  monthOf,
  monthsBetween,
  nextMonth,
} from './folded-months.ts';
import { KEPT_MONTHS, keepInTable, monthsInTable } from './retention.ts';
import { select } from './select.ts';
import { type MonthToWrite, writeMonth } from './write-month.ts';

/**
 * A day is closed once no event can be dated to it: collect accepts ids up to seven days old, and one more day covers
 * records waiting in the log.
 */
export const CLOSED_AFTER_DAYS = 8;

/** A fold that took longer is not named, because its rows may have been dropped meanwhile. */
export const MAX_FOLD_SECONDS = 3_600;

/** The currently folded days. */
export async function readFolded(database: AnalyticsDatabase): Promise<Folded> {
  return foldedOf(await select<FoldedMonthRow>(database, foldedMonthsQuery(database.database)));
}

/** Folds every day before `closedUntil` that is not folded yet, and leaves out days beyond the retention. */
export async function foldDays(
  database: AnalyticsDatabase,
  closedUntil: string,
  keptMonths = KEPT_MONTHS,
): Promise<void> {
  if (closedUntil <= (await readFolded(database)).until) return;
  const ticket = await takeTicket(database, []);
  const folded = await readFolded(database);
  const keptFrom = firstKeptDay(closedUntil, keptMonths);
  const formerMonths = await monthsInTable(database);
  const from = folded.until === FIRST_DAY ? await firstDayHeld(database, keptFrom) : folded.until;
  if (from === undefined || from >= closedUntil) return;
  const expiredMonths = monthsOfExpired(folded, firstKeptDay(folded.until, formerMonths), keptFrom);
  const months = [...new Set([...expiredMonths, ...monthsBetween(from, closedUntil)])];
  const missing = await missingDays(database, ticket, folded, months);
  const written = months.map((month, index): MonthToWrite => {
    const known = folded.months.find((one) => one.month === month);
    const end = firstDayOf(nextMonth(month));
    const until = end < closedUntil ? end : closedUntil;
    const fresh = daysBetween(known?.until ?? firstDayOf(month), until);
    const counted = [...new Set([...fresh, ...missing.filter((day) => monthOf(day) === month)])];
    return { month, rollup: ticket.number + index, until, copied: known?.rollup ?? 0, counted, keptFrom };
  });
  await writeAndName(database, ticket, written, []);
  // Last, because the former retention decides which folded months have expired.
  if (formerMonths !== keptMonths) await keepInTable(database, keptMonths);
}

/**
 * Updates the rollups with rows that were just written to closed days. Days that are not folded yet are included:
 * another process may be folding one at this moment, from data read before the rows were there, and its result must not
 * be used.
 */
export async function refoldDays(
  database: AnalyticsDatabase,
  days: readonly string[],
  keptMonths = KEPT_MONTHS,
): Promise<void> {
  if (days.length === 0) return;
  const ticket = await takeTicket(database, days);
  const folded = await readFolded(database);
  const keptFrom = folded.until === FIRST_DAY ? FIRST_DAY : firstKeptDay(folded.until, keptMonths);
  const missing = await missingDays(database, ticket, folded, days.map(monthOf));
  const late = [...new Set([...days, ...missing])].filter((day) => day < folded.until && day >= keptFrom);
  const written = [...new Set(late.map(monthOf))].map((month, index): MonthToWrite => {
    const known = folded.months.find((one) => one.month === month);
    const until = known?.until ?? firstDayOf(nextMonth(month));
    const counted = late.filter((day) => monthOf(day) === month);
    return { month, rollup: ticket.number + index, until, copied: known?.rollup ?? 0, counted, keptFrom };
  });
  const notFolded = new Set(days.filter((day) => day >= folded.until).map(monthOf));
  for (const { month } of written) notFolded.delete(month);
  const confirmed = [...notFolded].map((month): FoldedMonth => {
    const known = folded.months.find((one) => one.month === month);
    const { rollup, until } = known ?? { rollup: 0, until: firstDayOf(month) };
    return { month, number: ticket.number, rollup, until };
  });
  await writeAndName(database, ticket, written, confirmed);
}

/**
 * Folded days of these months that may be incomplete in the rollups to be copied: they received rows, and the holder of
 * the ticket for them has not named its own rollup yet, or will name it without effect because its number is lower.
 */
async function missingDays(
  database: AnalyticsDatabase,
  ticket: Ticket,
  folded: Folded,
  months: readonly number[],
): Promise<readonly string[]> {
  const copied = new Map(folded.months.map(({ month, number }) => [month, number]));
  const lowest = Math.min(...months.map((month) => copied.get(month) ?? 0));
  const found = await daysOfTickets(database, lowest, ticket.number);
  const affected = new Set(months);
  const missing = found.filter(({ day, number }) => {
    const month = monthOf(day);
    return affected.has(month) && day < folded.until && number > (copied.get(month) ?? 0);
  });
  return missing.map(({ day }) => day);
}

/**
 * Works without a lock. The ticket is taken before any data is read, each month is written under its own number, and a
 * single insert names all months as the last step. A process killed at any point leaves only unread rows. A process
 * that was suspended uses numbers lower than those named since, so its rows stay unread too; the later folds have
 * counted its days.
 */
async function writeAndName(
  database: AnalyticsDatabase,
  ticket: Ticket,
  written: readonly MonthToWrite[],
  confirmed: readonly FoldedMonth[],
): Promise<void> {
  for (const month of written) await writeMonth(database, month);
  await takeOutErased(
    database,
    written.map(({ rollup }) => rollup),
  );
  const { number } = ticket;
  const fresh = written.map(({ month, rollup, until }) => ({ month, number, rollup, until }));
  await nameMonths(database, ticket, [...fresh, ...confirmed]);
}

/** Rows live for some months from today, which is a few days after the first day that is not closed. */
function firstKeptDay(closedUntil: string, keptMonths: number): string {
  const day = new Date(`${addDays(closedUntil, CLOSED_AFTER_DAYS)}T00:00:00Z`);
  const year = day.getUTCFullYear();
  const month = day.getUTCMonth() - keptMonths;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), last))).toISOString().slice(0, 10);
}

/** Folded months with days that were kept from one day on, and are now from a later one on. */
function monthsOfExpired(folded: Folded, formerFrom: string, keptFrom: string): readonly number[] {
  if (folded.until === FIRST_DAY) return [];
  return monthsBetween(formerFrom, keptFrom).filter((month) => folded.months.some((one) => one.month === month));
}

async function firstDayHeld(database: AnalyticsDatabase, keptFrom: string): Promise<string | undefined> {
  const [row] = await select<{ first: string; n: string }>(
    database,
    `SELECT toString(min(day)) AS first, count() AS n FROM ${database.database}.activities_by_day
     WHERE day >= {keptFrom:Date}`,
    { keptFrom },
  );
  return row === undefined || Number(row.n) === 0 ? undefined : row.first;
}

/** @throws Error when the fold took so long that its rows may have been dropped */
async function nameMonths(database: AnalyticsDatabase, ticket: Ticket, named: readonly FoldedMonth[]): Promise<void> {
  if (named.length === 0) return;
  const table = `${database.database}.folded_months`;
  // Version 0.2.0, which may run beside this one, would fold months again that are not “detailed”.
  const rows = named.map(({ month, number, rollup, until }) => `(${month}, ${number}, ${rollup}, '${until}')`);
  await database.client.command({
    query: `INSERT INTO ${table} (month, number, rollup, until, detailed)
      SELECT row.1, row.2, row.3, toDate(row.4), true FROM (SELECT arrayJoin([${rows.join(', ')}]) AS row)
      WHERE toUInt32(now()) < ${ticket.takenAt + MAX_FOLD_SECONDS}`,
  });
  const [found] = await select<{ months: string }>(
    database,
    `SELECT uniqExact(month) AS months FROM ${table}
     WHERE month IN {months:Array(UInt32)} AND number >= {number:UInt64}`,
    { months: named.map(({ month }) => month), number: ticket.number },
  );
  if (Number(found?.months) < named.length) throw new Error('the folding of days took too long to be named');
}
