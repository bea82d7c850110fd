import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { OutgoingRecord } from '@volant/infra/message-log/message-log';
import { CLICK_TYPES, type ClickType } from '@volant/proto/activity/click-types';
import {
  type Activity,
  ActivityBatchSchema,
  ActivitySchema,
  ActivityType,
  Source,
} from '@volant/proto/volant/analytics/v1/activity_pb';
import { v7 as uuidv7 } from 'uuid';

/** Enough to compare 30 days with those before. */
export const DEMO_DAYS = 65;
const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

export interface BusyPage {
  readonly uid: string;
  readonly tenure: number;
  readonly viewsPerDay: number;
  readonly customFields: readonly string[];
}

/** Share of views that are followed by each tap, as on a busy page. */
const TAPS: Readonly<Record<ClickType, number>> = {
  CLICK_CALL: 0.21,
  CLICK_WHATSAPP: 0.15,
  CLICK_VCARD: 0.09,
  CLICK_EMAIL: 0.05,
  CLICK_WEBSITE: 0.06,
  CLICK_INSTAGRAM: 0.03,
  CLICK_CUSTOM_FIELD: 0.11,
};
const COUNTRIES = ['FR', 'FR', 'FR', 'FR', 'FR', 'CH', 'CH', 'BE', 'GB', 'DE', 'IT', 'US', ''];
const SOURCES = [Source.QR, Source.QR, Source.NFC, Source.NFC, Source.NFC, Source.LINK];
/** Weight of each hour of the day: a morning and an evening rush, a quiet night. */
const HOURS = [2, 1, 1, 1, 2, 4, 6, 9, 10, 8, 6, 5, 6, 6, 5, 5, 6, 9, 10, 9, 7, 6, 5, 3];

const parisDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });

/** Mulberry32: small and deterministic, so that the demo is always the same. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(items: readonly T[], random: () => number, otherwise: T): T {
  return items[Math.floor(random() * items.length)] ?? otherwise;
}

function hourOf(random: () => number): number {
  let left = random() * HOURS.reduce((sum, weight) => sum + weight, 0);
  const hour = HOURS.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return hour < 0 ? 12 : hour;
}

function activitiesOf(page: BusyPage, at: Date, random: () => number): Activity[] {
  const visit = {
    pageUid: page.uid,
    tenure: page.tenure,
    country: pick(COUNTRIES, random, ''),
    source: pick(SOURCES, random, Source.LINK),
    // Some come back on the same day.
    visitor: BigInt(1 + Math.floor(random() * page.viewsPerDay * 3)),
  };
  const at_ = (offsetMs: number, type: ActivityType, customField = '') => {
    const moment = new Date(at.getTime() + offsetMs);
    return create(ActivitySchema, {
      ...visit,
      type,
      customField,
      eventId: uuidv7({ msecs: moment.getTime() }),
      occurredAt: timestampFromDate(moment),
      day: parisDay.format(moment),
    });
  };
  const taps = CLICK_TYPES.filter((type) => random() < TAPS[type]).map((type, index) =>
    at_(
      (index + 1) * 4_000,
      ActivityType[type],
      type === 'CLICK_CUSTOM_FIELD' ? pick(page.customFields, random, '') : '',
    ),
  );
  return [at_(0, ActivityType.VIEW), ...taps];
}

/** Generates visits up to now, one record per page and day. */
export function demoActivity(pages: readonly BusyPage[], now: Date): OutgoingRecord[] {
  const random = randomFrom(20_26);
  return pages.flatMap((page) =>
    Array.from({ length: DEMO_DAYS }, (_, age) => {
      const midnight = new Date(now.getTime() - age * DAY);
      midnight.setUTCHours(0, 0, 0, 0);
      const weekend = [0, 6].includes(midnight.getUTCDay()) ? 1.35 : 1;
      const trend = 0.7 + 0.3 * ((DEMO_DAYS - age) / DEMO_DAYS);
      const views = Math.round(page.viewsPerDay * weekend * trend * (0.75 + random() * 0.5));
      const activities = Array.from({ length: views }, () => {
        const moment = new Date(midnight.getTime() + hourOf(random) * HOUR + random() * HOUR);
        return activitiesOf(page, moment, random);
      })
        .flat()
        .filter(
          ({ occurredAt }) => occurredAt !== undefined && Number(occurredAt.seconds) * 1000 < now.getTime() - 60_000,
        );
      return { key: page.uid, value: toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities })) };
    }),
  );
}
