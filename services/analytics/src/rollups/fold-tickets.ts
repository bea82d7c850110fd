import { randomInt } from 'node:crypto';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { select } from './select.ts';

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

/** A closed day that received rows before this ticket was taken. */
export interface DayOfTicket {
  readonly number: number;
  readonly day: string;
}

/**
 * Takes the highest number. Of two concurrent callers, the one with the lower number takes another ticket, so a higher
 * number always means later: its holder sees all lower tickets and all rows written before them.
 * @param days closed days whose rows were written before this call
 */
export async function takeTicket(database: AnalyticsDatabase, days: readonly string[]): Promise<Ticket> {
  const { client, database: name } = database;
  for (;;) {
    const [highest] = await select<{ number: string }>(
      database,
      `SELECT greatest((SELECT max(number) FROM ${name}.fold_tickets), (SELECT max(number) FROM ${name}.folded_months)) AS number`,
    );
    const turn = Math.floor(Number(highest?.number ?? 0) / NUMBERS_A_TURN) + 1;
    const number = turn * NUMBERS_A_TURN + randomInt(TICKETS_AT_ONCE) * MONTHS_A_TICKET;
    await client.insert({
      table: `${name}.fold_tickets`,
      values: [{ number, days }],
      columns: ['number', 'days'],
      format: 'JSONEachRow',
    });
    const [taken] = await select<{ at: number; alike: string; highest: string }>(
      database,
      `SELECT toUInt32(maxIf(at, number = {number:UInt64})) AS at, countIf(number = {number:UInt64}) AS alike, max(number) AS highest
       FROM ${name}.fold_tickets`,
      { number },
    );
    if (Number(taken?.highest) === number && Number(taken?.alike) === 1) return { number, takenAt: taken?.at ?? 0 };
  }
}

/** Days of the tickets between two numbers. */
export async function daysOfTickets(
  database: AnalyticsDatabase,
  above: number,
  below: number,
): Promise<readonly DayOfTicket[]> {
  const rows = await select<{ number: string; day: string }>(
    database,
    `SELECT number, toString(arrayJoin(days)) AS day FROM ${database.database}.fold_tickets
     WHERE number > {above:UInt64} AND number < {below:UInt64}`,
    { above, below },
  );
  return rows.map(({ number, day }) => ({ number: Number(number), day }));
}
