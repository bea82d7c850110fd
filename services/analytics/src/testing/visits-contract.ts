import { addDays, parisDay } from '@volant/infra/time/paris-day';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activity, type Harness, startHarness } from './analytics-harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The day after the spring change of clocks. */
const NOW = new Date('2026-03-30T10:00:00Z');
const TODAY = parisDay(NOW.getTime());
/** Of reports, with their days. */
const PERIODS = [
  ['WEEK', 7],
  ['MONTH', 30],
  ['QUARTER', 90],
  ['YEAR', 365],
  ['ALL', undefined],
] as const;
const FIELDS = `visitors { visitors callers contacts } visitorsBefore { visitors callers contacts }
  sources { source views clicks viewsBefore } cards { card { uid } views clicks viewsBefore }
  hours { weekday hour views clicks viewsBefore } countries { country count countBefore }
  referrers { referrer count countBefore } days { date views clicks visitors }`;

type Made = ReturnType<typeof activity>;

let harness: Harness;
const page = { uid: newId(), ownerId: newId(), tenure: 2 };
const cards = ['', '', newId(), newId()];
/** Every activity, once. */
const made: Made[] = [];

/** A different event for each number, with every combination of what a report tells apart. */
function eventOf(n: number, at: number): Made {
  return activity({
    pageUid: page.uid,
    tenure: n % 17 === 0 ? 1 : 2,
    type: 1 + ((n * 5) % 8),
    customField: (n * 5) % 8 === 7 ? 'Tarif' : '',
    at: new Date(at),
    country: ['FR', 'CH', '', 'IT'][n % 4] ?? '',
    source: n % 4,
    referrerHost: ['', 'example.org', 'example.org.', `site-${n % 13}.example`][n % 4] ?? '',
    visitor: BigInt(n % 11),
    byOwner: n % 5 === 0,
    card: cards[(n >> 1) % 4] ?? '',
  });
}

const PARIS = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Europe/Paris', weekday: 'short', hour: '2-digit' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
});
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** An activity by the clock of Paris. */
function recorded(one: Made) {
  const at = Number(one.occurredAt?.seconds ?? 0n) * 1000;
  const parts = Object.fromEntries(PARIS.formatToParts(at).map(({ type, value }) => [type, value]));
  const type = ActivityType[one.type] ?? '';
  return {
    type,
    isView: type === 'VIEW',
    date: `${parts.year}-${parts.month}-${parts.day}`,
    slot: [1 + WEEKDAYS.indexOf(parts.weekday ?? ''), Number(parts.hour)] as const,
    visit: `${one.visitor} ${parts.year}-${parts.month}-${parts.day}`,
    site: one.referrerHost.replace(/\.$/, ''),
    country: one.country,
    source: ['', 'QR', 'NFC', 'LINK'][one.source] ?? '',
    card: one.card || page.uid,
  };
}

type Recorded = ReturnType<typeof recorded>;

/** The report, counted event by event. */
function expected(days: number | undefined, withoutOwner: boolean) {
  const events = made.filter(({ tenure, byOwner }) => tenure === 2 && !(withoutOwner && byOwner)).map(recorded);
  const first = days === undefined ? '' : addDays(TODAY, -days);
  const within = (after: string, until: string) => events.filter(({ date }) => date > after && date <= until);
  const current = within(first, TODAY);
  const people = (of: readonly Recorded[]) => new Set(of.map(({ visit }) => visit)).size;
  const visitors = (of: readonly Recorded[]) => ({
    visitors: people(of),
    callers: people(of.filter(({ type }) => type === 'CLICK_CALL')),
    contacts: people(of.filter(({ type }) => /_(CALL|WHATSAPP|EMAIL|VCARD)$/.test(type))),
  });
  const earlier = days === undefined ? [] : within(addDays(first, -days), first);
  const counted = (keyOf: (one: Recorded) => string) => {
    const found = new Map<string, { views: number; clicks: number; viewsBefore: number }>();
    const countsOf = (one: Recorded) => {
      const counts = found.get(keyOf(one)) ?? { views: 0, clicks: 0, viewsBefore: 0 };
      found.set(keyOf(one), counts);
      return counts;
    };
    for (const one of current) countsOf(one)[one.isView ? 'views' : 'clicks'] += 1;
    for (const one of earlier) countsOf(one).viewsBefore += one.isView ? 1 : 0;
    return [...found]
      .filter(([key]) => key !== '')
      .map(([key, counts]) => ({ key, ...counts, viewsBefore: days === undefined ? null : counts.viewsBefore }));
  };
  const ranked = (keyOf: (one: Recorded) => string) =>
    counted(keyOf)
      .filter(({ views }) => views > 0)
      .sort((one, other) => other.views - one.views || (one.key < other.key ? -1 : 1));
  return {
    visitors: visitors(current),
    visitorsBefore: days === undefined ? null : visitors(earlier),
    sources: counted(({ source }) => source)
      .sort((one, other) => other.views - one.views || (one.key < other.key ? -1 : 1))
      .map(({ key, ...counts }) => ({ source: key, ...counts })),
    cards: counted(({ card }) => card)
      .sort((one, other) => other.views - one.views || (one.key < other.key ? -1 : 1))
      .map(({ key, ...counts }) => ({ card: { uid: key }, ...counts })),
    hours: counted(({ slot }) => slot.join(' '))
      .map(({ key, ...counts }) => {
        const [weekday, hour] = key.split(' ').map(Number);
        return { weekday, hour, ...counts };
      })
      .sort(bySlot),
    countries: ranked(({ country }) => country).map(({ key, views, viewsBefore }) => {
      return { country: key, count: views, countBefore: viewsBefore };
    }),
    referrers: ranked(({ site }) => site)
      .slice(0, 10)
      .map(({ key, views, viewsBefore }) => ({ referrer: key, count: views, countBefore: viewsBefore })),
    visitorsOfDays: Object.fromEntries(
      [...new Set(current.map(({ date }) => date))].sort().map((day) => [day, people(within(addDays(day, -1), day))]),
    ),
  };
}

interface Slot {
  readonly weekday?: number | undefined;
  readonly hour?: number | undefined;
}

const bySlot = (one: Slot, other: Slot) =>
  (one.weekday ?? 0) - (other.weekday ?? 0) || (one.hour ?? 0) - (other.hour ?? 0);

async function found(period: string, withoutOwner: boolean) {
  const fields = `analytics(period: ${period}, withoutOwner: ${withoutOwner}) { ${FIELDS} }`;
  const { analytics } = (await harness.page(page, fields, `DRIVER:${page.ownerId}`)) as unknown as {
    analytics: ReturnType<typeof expected> & { readonly days: readonly { date: string; visitors: number }[] };
  };
  const { days, hours, ...rest } = analytics;
  return {
    ...rest,
    hours: [...hours].sort(bySlot),
    visitorsOfDays: Object.fromEntries(
      days
        .filter(({ visitors }) => visitors > 0)
        .map(({ date, visitors }) => [date, visitors] as const)
        .reverse(),
    ),
  };
}

/** Reports remember for a minute which days are folded. */
let minutes = 0;
function laterOn() {
  minutes += 2;
  harness.setNow(new Date(NOW.getTime() + minutes * 60_000));
}

type Stage = readonly [string, () => Promise<void>];

const STAGES: readonly Stage[] = [
  ['no day is folded', async () => {}],
  ['the closed days are folded', () => harness.analytics.fold()],
  [
    'late and repeated events reached folded days',
    async () => {
      const late = [8, 20, 33, 400].map((age, n) => eventOf(1_000 + n, NOW.getTime() - age * DAY));
      made.push(...late);
      await harness.publish([...late, ...made.slice(0, 40)]);
      await harness.settle();
    },
  ],
  [
    'there are thousands of activities on open days',
    async () => {
      const busy = Array.from({ length: 2_400 }, (_, n) => eventOf(3_000 + n, NOW.getTime() - (n + 1) * 60_000));
      made.push(...busy);
      for (let start = 0; start < busy.length; start += 600) await harness.publish(busy.slice(start, start + 600));
      await harness.publish(busy.slice(0, 300));
      await harness.settle();
    },
  ],
];

/** Takes long to prepare. */
export const CROWDED: Stage = [
  'a folded day has more referrers than a report reads',
  async () => {
    const at = NOW.getTime() - 12 * DAY;
    const sites = Array.from({ length: 20_050 }, (_, n) => {
      const referrerHost = `invented-${n}.example`;
      return activity({ pageUid: page.uid, tenure: 2, at: new Date(at - n * 50), referrerHost, country: 'FR' });
    });
    made.push(...sites);
    for (let start = 0; start < sites.length; start += 600) await harness.publish(sites.slice(start, start + 600));
    await harness.settle();
  },
];

/** Compares reports of these periods with a count of each event, while days are folded and changed. */
export function visitsContract(
  periods: readonly (typeof PERIODS)[number][0][],
  furtherStages: readonly Stage[] = [],
): void {
  beforeAll(async () => {
    harness = await startHarness();
    harness.setNow(NOW);
    let n = 0;
    // The engine drops rows that are older than 25 months by its own clock.
    for (let age = 0; age < 500; age += age < 70 ? 1 : 9) {
      for (let event = 0; event < 3; event += 1, n += 1)
        made.push(eventOf(n, NOW.getTime() - age * DAY - event * 5 * HOUR));
    }
    // Both days of clock change, every half hour of their 23 and 25 hours, and an hour around.
    for (const [midnight, hours] of [
      ['2025-10-25T22:00:00Z', 25],
      ['2026-03-28T23:00:00Z', 23],
    ] as const) {
      for (let half = -2; half < hours * 2 + 2; half += 1, n += 1)
        made.push(eventOf(n, Date.parse(midnight) + (half * HOUR) / 2));
    }
    for (let start = 0; start < made.length; start += 50) await harness.publish(made.slice(start, start + 50));
    await harness.settle();
    // Delivered again, in parts that stay apart.
    await harness.database.client.command({ query: 'SYSTEM STOP MERGES volant.activities_by_day' });
    await harness.publish(made.slice(20, 160));
    // Of two that arrive with one id, the first counts, whatever the other says.
    const others = made.slice(0, 12).map((one) => ({ ...one, tenure: 3 - one.tenure, byOwner: !one.byOwner }));
    await harness.publish(others);
    await harness.settle();
  });
  afterAll(() => harness.close());

  describe.each([...STAGES, ...furtherStages])('once %s', (_, happens) => {
    beforeAll(async () => {
      await happens();
      laterOn();
    });

    it.each(PERIODS.filter(([period]) => periods.includes(period)))(
      'a report of a %s tells visitors, sources, hours and origins exactly',
      async (period, days) => {
        for (const withoutOwner of [false, true]) {
          const report = expected(days, withoutOwner);
          expect(await found(period, withoutOwner)).toEqual(report);
          expect(report.visitors.visitors).toBeGreaterThan(report.visitors.callers);
          expect(report.visitors.callers).toBeGreaterThan(0);
        }
      },
    );
  });

  it('reads folded days from the counts alone', async () => {
    const { client } = harness.database;
    await client.command({ query: 'SYSTEM START MERGES volant.activities_by_day' });
    await client.command({
      query: "ALTER TABLE volant.activities_by_day DELETE WHERE day < '2026-03-01'",
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect(await found('ALL', false)).toEqual(expected(undefined, false));
  });

  it('tells which custom item was tapped, in the latest events', async () => {
    const at = new Date(NOW.getTime() - 1_000);
    const type = ActivityType.CLICK_CUSTOM_FIELD;
    await harness.publish([activity({ pageUid: page.uid, tenure: 2, type, customField: 'Réserver', at })]);
    await harness.settle();
    const fields = 'analytics { recentEvents { type customField } }';
    const report = (await harness.page(page, fields, `DRIVER:${page.ownerId}`)) as unknown as {
      analytics: { recentEvents: readonly { type: string; customField: string | null }[] };
    };
    expect(report.analytics.recentEvents[0]).toEqual({ type: 'CLICK_CUSTOM_FIELD', customField: 'Réserver' });
    const views = report.analytics.recentEvents.filter(({ type }) => type === 'VIEW');
    expect(views.map(({ customField }) => customField)).toEqual(views.map(() => null));
  });
}
