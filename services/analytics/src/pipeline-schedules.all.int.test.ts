import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { liveThrough, type Misfortunes } from './testing/simulation/life.ts';
import type { Caller } from './testing/simulation/simulated-clickhouse.ts';
import { currentMonths } from './testing/simulation/tables.ts';
import { createWorld, type SimulatedEvent, type World } from './testing/simulation/world.ts';

/** Fold tickets are random numbers. Here they are deterministic, so that a schedule can be replayed. */
const lots = vi.hoisted(() => ({ drawn: 0 }));
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomInt: (below: number) => {
    lots.drawn += 1;
    return (lots.drawn * 7_919) % below;
  },
}));

/**
 * Reading a stream takes event loop turns that the schedule does not wait for: a process that inserts rows would be
 * overtaken by all others and never overlap a fold.
 */
vi.mock('node:stream', async (original) => {
  const { Readable, ...rest } = await original<typeof import('node:stream')>();
  return {
    ...rest,
    Readable: class extends Readable {
      static override from = (parts: Iterable<string>) => parts as never;
    },
  };
});

/** A sample of the possible schedules; VOLANT_SCHEDULES=100000 for more, VOLANT_SEED to replay a failure. */
const SCHEDULES = Number(process.env.VOLANT_SCHEDULES ?? 600);
const SEED = process.env.VOLANT_SEED === undefined ? undefined : Number(process.env.VOLANT_SEED);

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const DAY = 24 * HOUR;
const uid = (number: number) => `018f0000-0000-7000-8000-00000000000${number}`;
const STAYING = uid(1);
const ERASED = uid(2);
const HANDED_OVER = uid(3);
const SOUND: Misfortunes = { lives: [], lostAnswers: [], slowness: 0 };

/** Days before the first: open ones, one that is folded during the run, and others folded earlier, in three months. */
const DAYS_AGO = [0, 1, 8, 9, 18, 19, 20, 45];

interface GivenEvent {
  readonly pageUid: string;
  readonly tenure: number;
  readonly type: ActivityType;
  readonly daysAgo: number;
}

/** The days of the first two are closed at the start and not folded yet. */
const HISTORY = [
  { pageUid: STAYING, daysAgo: 8 },
  { pageUid: ERASED, daysAgo: 8 },
  ...[9, 18, 45].map((daysAgo) => ({ pageUid: STAYING, daysAgo })),
];

const event: fc.Arbitrary<GivenEvent> = fc.record({
  pageUid: fc.constantFrom(STAYING, ERASED, HANDED_OVER),
  tenure: fc.constantFrom(1, 2),
  type: fc.constantFrom(ActivityType.VIEW, ActivityType.CLICK_CALL, ActivityType.CLICK_CUSTOM_FIELD),
  daysAgo: fc.constantFrom(...DAYS_AGO),
});
const misfortunesOf = ({ lives, steps }: { readonly lives: number; readonly steps: number }) =>
  fc.record({
    lives: fc.array(fc.nat({ max: steps }), { maxLength: lives }),
    lostAnswers: fc.uniqueArray(fc.nat({ max: steps * 1.5 }), { maxLength: lives }),
    slowness: fc.constantFrom(0, 0, 0, 2, 6),
  });
const misfortunes = misfortunesOf({ lives: 3, steps: 40 });
const play = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 8 }),
  /** Indexes of the events in each record: some come twice, in any order. */
  records: fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
  /** Steps before each record, so that some arrive in the middle of a fold. */
  pauses: fc.array(fc.nat({ max: 40 }), { minLength: 6, maxLength: 6 }),
  /** Steps before the page is erased, and before each fold. */
  erasedAfter: fc.nat({ max: 120 }),
  foldPauses: fc.array(fc.nat({ max: 30 }), { minLength: 3, maxLength: 3 }),
  batch: fc.integer({ min: 1, max: 3 }),
  one: misfortunes,
  /** A second process that also believes it owns the partition. */
  other: fc.option(misfortunes, { nil: undefined }),
  /** A fold takes about fifty steps, and most folds should complete. */
  folder: misfortunesOf({ lives: 1, steps: 120 }),
  eraser: misfortunes,
  erases: fc.boolean(),
  handsOver: fc.boolean(),
  folds: fc.nat({ max: 3 }),
  /** All events fall on the day that is being folded. */
  narrow: fc.boolean(),
  /** Turns for other processes while ClickHouse processes the rows that a fold has read. */
  longTurns: fc.constantFrom(1, 1, 40),
  reads: fc.nat({ max: 3 }),
  days: fc.nat({ max: 1 }),
});

const idsOf = (events: readonly SimulatedEvent[], pageUid: string) =>
  new Set(events.filter((each) => each.pageUid === pageUid).map(({ id }) => id));

/** Invariant of a report at any moment: it counts every committed event, and no event that was not published. */
async function readAndJudge(world: World, life: Caller): Promise<void> {
  await life.step('begins');
  const committed = idsOf(world.published.slice(0, world.activities.furthest).flat(), STAYING).size;
  const since = world.clock().getTime();
  const found = await world.count(life, STAYING);
  // Not checked if a day has passed meanwhile: replaced rollups are kept for minutes, and a real report takes less.
  if (world.clock().getTime() !== since) return;
  expect(found).toBeGreaterThanOrEqual(committed);
  expect(found).toBeLessThanOrEqual(idsOf(world.published.flat(), STAYING).size);
}

it(`counts each event once in any order of steps and failures, over ${SCHEDULES} schedules`, async () => {
  let statements = 0;
  const property = fc.asyncProperty(fc.scheduler(), play, async (schedule, given) => {
    lots.drawn = 0;
    const world = createWorld(schedule, given.longTurns);
    const today = world.clock().getTime();
    const eventOf = ({ daysAgo, ...rest }: GivenEvent, id: string): SimulatedEvent => {
      const customField = rest.type === ActivityType.CLICK_CUSTOM_FIELD ? 'Réserver' : '';
      const at = new Date(today - daysAgo * DAY);
      return { ...rest, id: `018f0000-0000-7000-9000-0000000000${id.padStart(2, '0')}`, customField, at };
    };
    const events = given.events.map((each, index) =>
      eventOf(given.narrow ? { ...each, daysAgo: 8 } : each, String(index)),
    );
    const run = (name: string, fate: Misfortunes, work: (life: Caller) => Promise<void>) =>
      liveThrough(schedule, name, fate, async (life) => {
        await work({
          step: (what) => {
            statements += 1;
            return life.step(what);
          },
        });
      });

    // Some days are folded before the run, so that late events change them.
    world.publish(HISTORY.map((each, index) => eventOf({ ...each, tenure: 1, type: ActivityType.VIEW }, `a${index}`)));
    await schedule.waitFor(
      run('history', SOUND, async (life) => {
        await world.ingest(life, 1, () => true);
        await world.fold(life);
      }),
    );
    expect(world.clickhouse.tables.page_days.length).toBeGreaterThan(0);
    world.pass(DAY);

    let writing = true;
    const passengers = run('passenger', SOUND, async (life) => {
      for (const [place, indexes] of given.records.entries()) {
        for (let left = given.pauses[place] ?? 0; left > 0; left -= 1) await life.step('drives');
        await life.step('taps');
        world.publish(indexes.map((index) => events[index % events.length] as SimulatedEvent));
      }
    });
    const drivers = run('driver', SOUND, async (life) => {
      for (let left = given.erasedAfter; left >= 0; left -= 1) await life.step('decides');
      if (given.erases) world.erase(ERASED);
      await life.step('decides');
      if (given.handsOver) world.handOver(HANDED_OVER, 2);
    });
    const calendar = run('calendar', SOUND, async (life) => {
      for (let day = 0; day < given.days; day += 1) {
        await life.step('turns over');
        world.pass(DAY);
      }
    });
    const writers = Promise.all([passengers, drivers]).then(() => {
      writing = false;
    });
    const over = () => !writing;
    await schedule.waitFor(
      Promise.all([
        writers,
        calendar,
        run('ingest', given.one, (life) => world.ingest(life, given.batch, over)),
        given.other && run('other ingest', given.other, (life) => world.ingest(life, 2, over)),
        run('eraser', given.eraser, (life) => world.eraser(life, over)),
        run('folder', given.folder, async (life) => {
          // When a process replaces a dead one, the lock of the dead one has expired.
          world.pass(QUARTER);
          for (const pause of given.foldPauses.slice(0, given.folds)) {
            for (let left = pause; left >= 0; left -= 1) await life.step('begins');
            // A failed fold is retried later.
            await world.fold(life).catch(() => undefined);
          }
        }),
        run('reader', SOUND, async (life) => {
          for (let time = 0; time < given.reads; time += 1) await readAndJudge(world, life);
        }),
      ]),
    );

    await schedule.waitFor(run('the end', SOUND, (life) => judgeTheEnd(world, life, given)));
  });
  await fc.assert(property, { numRuns: SCHEDULES, ...(SEED === undefined ? {} : { seed: SEED }) });
  process.stdout.write(`${statements} steps\n`);
});

/** Checks the final state, and again after everything is folded and unread rollups are dropped. */
async function judgeTheEnd(
  world: World,
  life: Caller,
  { erases, handsOver, other }: { readonly erases: boolean; readonly handsOver: boolean; readonly other: unknown },
): Promise<void> {
  const expected = (pageUid: string) =>
    pageUid === ERASED && erases ? 0 : idsOf(world.published.flat(), pageUid).size;
  for (const wait of [0, HOUR, 60 * DAY, 3 * HOUR]) {
    if (wait > 0) {
      world.pass(wait);
      await world.fold(life);
    }
    const swept = wait > 0;
    // If two processes own a partition, rows written after a lost answer may stay until the next sweep.
    const sure = swept || other === undefined;
    for (const pageUid of sure ? [STAYING, ERASED, HANDED_OVER] : [STAYING, HANDED_OVER]) {
      expect(await world.count(life, pageUid), `${pageUid} after ${wait} ms`).toBe(expected(pageUid));
    }
    const { activities_by_day, page_days, page_origins, page_months, page_totals, folded_months } =
      world.clickhouse.tables;
    if (erases && swept) {
      for (const rows of [activities_by_day, page_days, page_origins, page_months, page_totals]) {
        expect(rows.filter(({ page_uid }) => page_uid === ERASED)).toEqual([]);
      }
    }
    if (erases && sure) {
      // Unnamed rollups may contain rows until the next sweep.
      const named = new Set(currentMonths(folded_months).map(({ rollup }) => rollup));
      for (const rows of [page_days, page_origins, page_months]) {
        expect(rows.filter(({ rollup, page_uid }) => named.has(rollup) && page_uid === ERASED)).toEqual([]);
      }
    }
    // Lists of pages read the totals in place of the months.
    if (sure) expect(world.totals(), `after ${wait} ms`).toEqual(world.months());
    if (handsOver && sure) {
      const left = activities_by_day.filter((row) => row.page_uid === HANDED_OVER && row.tenure === 1);
      expect(left.filter(({ custom_field }) => custom_field !== '')).toEqual([]);
    }
  }
}
