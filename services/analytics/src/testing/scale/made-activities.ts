import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';

export const PAGES = 100_000;
/** One in this many events belongs to the hot page. */
const HOT_ONE_IN = 50;
/** Events of the ordinary page, independent of the total. */
const ORDINARY_EVENTS = 10_000;
/** Nearly 25 months, so that the oldest are still kept at the end of the measurement. */
export const MADE_DAYS = 755;
const COUNTRIES =
  'FR BE CH DE IT ES GB LU NL PT IE AT PL CZ SK HU RO BG GR SE NO DK FI EE LV LT HR SI US CA BR MX JP CN IN AU MA TN DZ SN';
const REFERRERS = 500;
const PORTION = 500_000;
const DAY_MS = 86_400_000;
/** See `HIGHEST_PRECEDENCE` of ingest. */
const HIGHEST_PRECEDENCE = Number.MAX_SAFE_INTEGER;

export const HOT_PAGE = madePage(0);
export const ORDINARY_PAGE = madePage(1);

/** The page of a number below `PAGES`. */
export function madePage(number: number): string {
  return `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

interface MadeActivities {
  readonly events: number;
  /** Epoch milliseconds; the last event happened a moment before. */
  readonly until: number;
  /** Number of days over which they are spread. Default: 25 months. */
  readonly days?: number;
}

/**
 * Generates the activities of 25 months inside ClickHouse, in the form that ingest writes: each event arrived when it
 * happened and its id contains that time, one month after another. Two runs with the same numbers write the same rows.
 */
export async function makeActivities(database: AnalyticsDatabase, made: MadeActivities): Promise<void> {
  for (let from = 0; from < made.events; from += PORTION) {
    await database.client.command({
      query: insertOf(database.database, made),
      query_params: { from, portion: Math.min(PORTION, made.events - from) },
    });
  }
}

/** Events of one page spread evenly over the 24 hours before `until`, like a busy page at the end of a day. */
export async function makeActivitiesOfLastDay(
  database: AnalyticsDatabase,
  { events, until, page }: Omit<MadeActivities, 'days'> & { readonly page: number },
): Promise<void> {
  const at = `toUInt64(${until - DAY_MS}) + intDiv(number * ${DAY_MS}, ${events})`;
  for (let from = 0; from < events; from += PORTION) {
    await database.client.command({
      query: selectInto(database.database, { at, page: String(page), salt: 'last day' }),
      query_params: { from, portion: Math.min(PORTION, events - from) },
    });
  }
}

function insertOf(name: string, { events, until, days = MADE_DAYS }: MadeActivities): string {
  const span = days * DAY_MS;
  const ordinaryOneIn = Math.max(3, Math.floor(events / ORDINARY_EVENTS));
  return selectInto(name, {
    // In 128 bits because the product exceeds 64.
    at: `toUInt64(${until - span}) + toUInt64(intDiv(toUInt128(number) * ${span}, ${events}))`,
    page: `multiIf(number % ${HOT_ONE_IN} = 0, 0, number % ${ordinaryOneIn} = 1, 1, 2 + cityHash64(number, 'page') % ${PAGES - 2})`,
    salt: 'past',
  });
}

/** Computes values that several columns use in a subquery; ids are composed of two halves. */
function selectInto(
  name: string,
  { at, page, salt }: { readonly at: string; readonly page: string; readonly salt: string },
): string {
  const random = (what: string) => `cityHash64(number, '${what}', '${salt}')`;
  const uuid = (high: string, low: string) =>
    `reinterpret(bitOr(toUInt128(${high}), bitShiftLeft(toUInt128(${low}), 64)), 'UUID')`;
  const variant = (low: string) => `bitOr(bitAnd(${low}, 0x3fffffffffffffff), 0x8000000000000000)`;
  return `INSERT INTO ${name}.activities_by_day (page_uid, day, event_id, tenure, type, custom_field, by_owner,
      occurred_at, country, source, referrer_host, visitor, precedence)
    SELECT ${uuid('0x018f000000007000', `0x8000000000000000 + page`)},
      toDate(occurred), ${uuid(`bitOr(bitShiftLeft(at, 16), 0x7000 + ${random('id')} % 4096)`, variant(random('id low')))},
      1, type, if(type = 8, concat(['Réserver', 'Avis', 'Plaque', 'Horaires'][1 + ${random('item')} % 4], ' ', toString(page % 1000)), ''),
      ${random('owner')} % 50 = 0, occurred,
      splitByChar(' ', '${COUNTRIES}')[1 + least(${random('country')} % 40, ${random('other country')} % 40)],
      ${random('source')} % 4,
      if(${random('referred')} % 3 = 0, concat('site-', toString(${random('referrer')} % ${REFERRERS}), '.example'), ''),
      ${random('visitor')}, ${HIGHEST_PRECEDENCE} - at * 1000
    FROM (
      SELECT number, ${at} AS at, fromUnixTimestamp64Milli(toInt64(at), 'Europe/Paris') AS occurred, ${page} AS page,
        if(${random('look')} % 10 < 6, 1, 2 + ${random('type')} % 7) AS type
      FROM numbers({from:UInt64}, {portion:UInt64})
    )`;
}
