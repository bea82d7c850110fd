import { randomInt } from 'node:crypto';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { insertRows, select } from './select.ts';

/** A ticket reserves a range of numbers, one for each month of a fold. */
const MONTHS_A_TICKET = 1_000;
/** Tickets taken at the same moment differ in these digits. */
const TICKETS_AT_ONCE = 1_000_000;
const NUMBERS_A_TURN = MONTHS_A_TICKET * TICKETS_AT_ONCE;

export interface Ticket {
  readonly number: number;
  /** Seconds since 1970, by ClickHouse's clock. */
  readonly takenAt: number;
}

/**
 * Takes the highest number. Of two concurrent callers, the one with the lower number takes another ticket, so a higher
 * number always means later: its holder sees all lower tickets and all rows written before them.
 * @param days closed days whose rows were written before this call
 */
export async function takeTicket(database: AnalyticsDatabase, days: readonly string[]): Promise<Ticket> {
  const { database: name } = database;
  for (;;) {
    const [highest] = await select<{ number: string }>(
      database,
      `SELECT greatest((SELECT max(number) FROM ${name}.fold_tickets), (SELECT max(number) FROM ${name}.folded_months)) AS number`,
    );
    const turn = Math.floor(Number(highest?.number ?? 0) / NUMBERS_A_TURN) + 1;
    const number = turn * NUMBERS_A_TURN + randomInt(TICKETS_AT_ONCE) * MONTHS_A_TICKET;
    await insertRows(database, 'fold_tickets', [{ number, days }]);
    const [taken] = await select<{ at: number; alike: string; highest: string }>(
      database,
      `SELECT toUInt32(maxIf(at, number = {number:UInt64})) AS at, countIf(number = {number:UInt64}) AS alike, max(number) AS highest
       FROM ${name}.fold_tickets`,
      { number },
    );
    if (Number(taken?.highest) === number && Number(taken?.alike) === 1) return { number, takenAt: taken?.at ?? 0 };
  }
}

/** Closed days that received rows before a ticket was taken, of the tickets between two numbers. */
export async function daysOfTickets(database: AnalyticsDatabase, above: number, below: number) {
  const rows = await select<{ number: string; day: string }>(
    database,
    `SELECT number, toString(arrayJoin(days)) AS day FROM ${database.database}.fold_tickets
     WHERE number > {above:UInt64} AND number < {below:UInt64}`,
    { above, below },
  );
  return rows.map(({ number, day }) => ({ number: Number(number), day }));
}
