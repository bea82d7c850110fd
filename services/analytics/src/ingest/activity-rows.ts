import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { LogRecord, OutgoingRecord } from '@volant/infra/message-log/message-log';
import {
  type Activity,
  ActivityBatchSchema,
  ActivityType,
  Source,
} from '@volant/proto/volant/analytics/v1/activity_pb';
import { isUuid } from '../collect/event-id.ts';
import { isDay } from '../paris-day.ts';

/** Columns of the table in the order of `ActivityRow.values`. */
export const ACTIVITY_COLUMNS = [
  'page_uid',
  'day',
  'event_id',
  'tenure',
  'type',
  'custom_field',
  'by_owner',
  'occurred_at',
  'country',
  'source',
  'referrer_host',
  'visitor',
  'precedence',
] as const;

/** An activity as a row of the table, with where it came from in case it turns out to be none. */
export interface ActivityRow {
  readonly day: string;
  readonly values: readonly (string | number | boolean)[];
  readonly activity: Activity;
  readonly record: LogRecord;
  /** Place within its record. */
  readonly index: number;
}

export interface ReadRecords {
  readonly rows: readonly ActivityRow[];
  /** What cannot be read, as records of the dead topic. */
  readonly dead: readonly OutgoingRecord[];
}

/** Precedences are counted down from here, a thousand for each millisecond; all stay exact as numbers. */
const HIGHEST_PRECEDENCE = Number.MAX_SAFE_INTEGER;
const PER_MILLISECOND = 1_000;
const COUNTRY = /^(?:[A-Z]{2})?$/;
const LATEST_SECOND = Date.parse('2149-01-01') / 1000;

const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  [Source.UNSPECIFIED]: '',
  [Source.QR]: 'qr',
  [Source.NFC]: 'nfc',
  [Source.LINK]: 'link',
};

/** Parses records of the activity topic. What is of no use is told apart, never thrown: the others have to go on. */
export function readRecords(records: readonly LogRecord[]): ReadRecords {
  const rows: ActivityRow[] = [];
  const dead: OutgoingRecord[] = [];
  for (const record of records) {
    let activities: readonly Activity[];
    try {
      if (record.value === null) throw new Error('the record has no value');
      ({ activities } = fromBinary(ActivityBatchSchema, record.value));
    } catch (error) {
      dead.push(deadRecord(record, error instanceof Error ? error.message : String(error)));
      continue;
    }
    activities.forEach((activity, index) => {
      const problem = problemOf(activity);
      if (problem === undefined) {
        rows.push({ day: activity.day, values: valuesOf(activity, record, index), activity, record, index });
      } else {
        dead.push(deadActivity({ activity, record, index }, problem));
      }
    });
  }
  return { rows, dead };
}

/** One activity for the dead topic, so that its neighbours in the record are not set aside with it. */
export function deadActivity(
  { activity, record, index }: Pick<ActivityRow, 'activity' | 'record' | 'index'>,
  reason: string,
): OutgoingRecord {
  const value = toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities: [activity] }));
  return deadRecord({ ...record, value }, reason, index);
}

function deadRecord(record: LogRecord, reason: string, index?: number): OutgoingRecord {
  const place = `${record.topic}-${record.partition}-${record.offset}${index === undefined ? '' : `-${index}`}`;
  return {
    // The place names the message: delivered twice, it is the same one to whoever looks.
    key: place,
    value: record.value ?? new Uint8Array(),
    headers: {
      reason: reason.slice(0, 500),
      topic: record.topic,
      partition: String(record.partition),
      offset: String(record.offset),
      ...(index === undefined ? {} : { index: String(index) }),
    },
  };
}

function problemOf(activity: Activity): string | undefined {
  if (!isUuid(activity.eventId)) return 'event_id is no UUID';
  if (!isUuid(activity.pageUid)) return 'page_uid is no UUID';
  if (activity.tenure < 0) return 'tenure is negative';
  if (activity.type === ActivityType.UNSPECIFIED || ActivityType[activity.type] === undefined) return 'unknown type';
  if (!isDay(activity.day)) return 'day is no day';
  if (SOURCE_NAMES[activity.source] === undefined) return 'unknown source';
  if (!COUNTRY.test(activity.country)) return 'country is no code';
  const seconds = activity.occurredAt?.seconds;
  if (seconds === undefined || seconds < 0 || seconds > LATEST_SECOND) return 'occurred_at is missing or out of range';
  return undefined;
}

function valuesOf(activity: Activity, record: LogRecord, index: number): ActivityRow['values'] {
  const { seconds = 0n, nanos = 0 } = activity.occurredAt ?? {};
  const place = record.at.getTime() * PER_MILLISECOND + Math.min(index, PER_MILLISECOND - 1);
  return [
    activity.pageUid,
    activity.day,
    activity.eventId,
    activity.tenure,
    activity.type,
    activity.customField,
    activity.byOwner,
    `${seconds}.${String(Math.floor(nanos / 1_000_000)).padStart(3, '0')}`,
    activity.country,
    SOURCE_NAMES[activity.source],
    activity.referrerHost,
    String(activity.visitor),
    HIGHEST_PRECEDENCE - place,
  ];
}
