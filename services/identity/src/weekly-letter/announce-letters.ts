import { setImmediate as immediate } from 'node:timers/promises';
import type { IdentityParts } from '../user/commands/parts.ts';
import { sendIfKnown } from '../user/commands/send-to-user.ts';
import { dueWeek } from './due-week.ts';

const SLICE = 100;
const EVERY_MS = 10 * 60_000;

/**
 * Once a week, writes an event for each account that wants the letter; the mailer sends it. The event has the same id
 * in every process and the account notes its week, so neither several processes nor a restart announce it twice.
 */
export function createLetterSchedule(parts: IdentityParts) {
  const { users, clock, newId, log } = parts;
  let done: string | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function announceDue(): Promise<void> {
    const week = parts.weekFigures === undefined ? undefined : dueWeek(clock());
    if (week === undefined || week === done) return;
    for await (const userId of subscribers()) {
      if (stopped) return;
      await announce(userId, week);
    }
    done = week;
  }

  async function* subscribers(): AsyncGenerator<string> {
    let last = '';
    for (;;) {
      const people = await users.findFields({ weeklyLetter: true, _id: { $gt: last } }, ['_id'], { limit: SLICE });
      for (const { _id } of people) yield _id;
      if (people.length < SLICE) return;
      last = people.at(-1)?._id ?? last;
      await immediate();
    }
  }

  async function announce(userId: string, week: string): Promise<void> {
    const data = { week, at: clock().toISOString() };
    const meta = { actor: 'system', correlationId: newId() };
    const id = `weekly-letter:${userId}:${week}`;
    await sendIfKnown(parts, userId, { type: 'AnnounceWeeklyLetter', data }, meta, id);
  }

  function round(): void {
    running = running.then(announceDue).catch((error: unknown) => {
      log.error({ err: error }, 'weekly letters are announced again later');
    });
  }

  return {
    announceDue,
    async start() {
      round();
      timer = setInterval(round, EVERY_MS).unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
