import { deadLetter } from '@volant/infra/message-log/dead-letter';
import type { LogRecord, OutgoingRecord } from '@volant/infra/message-log/message-log';
import { isDay } from '@volant/infra/time/paris-day';
import { ActivityType } from '@volant/proto/volant/analytics/v1/activity_pb';
import {
  type CodedActivity,
  decimalOf,
  decodeActivities,
  encodeActivities,
  millisecondsOf,
} from '../activity-codec.ts';
import { isUuid } from '../collect/event-id.ts';

/** Columns of the table in the order of a line. */
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
  'card',
] as const;

/** An activity as a row of the table, with its origin so that an invalid one can be set aside. */
export interface ActivityRow {
  readonly pageUid: string;
  readonly day: string;
  /** Whether it contains the name of a page item. */
  readonly named: boolean;
  /** The row in ClickHouse's format TabSeparated, with its line end. */
  readonly line: string;
  readonly record: LogRecord;
  /** Index within its record. */
  readonly index: number;
}

export interface ReadRecords {
  readonly rows: readonly ActivityRow[];
  /** Unreadable records and activities, as records of the dead topic. */
  readonly dead: readonly OutgoingRecord[];
}

/**
 * Precedences count down from here, a thousand per millisecond, so that an earlier row wins. All stay exact as numbers.
 */
const HIGHEST_PRECEDENCE = Number.MAX_SAFE_INTEGER;
const PER_MILLISECOND = 1_000;
const COUNTRY = /^(?:[A-Z]{2})?$/;
const LATEST_MS = Date.parse('2149-01-01');
/** Names of the column by number, see `Source`. */
const SOURCES = ['', 'qr', 'nfc', 'link'] as const;

/**
 * Parses records of the activity topic. Unreadable ones are returned separately and not thrown, so that the others are
 * still processed.
 */
export function readRecords(records: readonly LogRecord[]): ReadRecords {
  const rows: ActivityRow[] = [];
  const dead: OutgoingRecord[] = [];
  for (const record of records) {
    let activities: readonly CodedActivity[];
    try {
      if (record.value === null) throw new Error('the record has no value');
      activities = decodeActivities(record.value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      dead.push(deadLetter({ record, reason, value: record.value ?? new Uint8Array() }));
      continue;
    }
    addRows(record, activities, { rows, dead });
  }
  return { rows, dead };
}

function addRows(
  record: LogRecord,
  activities: readonly CodedActivity[],
  { rows, dead }: { readonly rows: ActivityRow[]; readonly dead: OutgoingRecord[] },
): void {
  const place = record.at.getTime() * PER_MILLISECOND;
  for (let index = 0; index < activities.length; index += 1) {
    const activity = activities[index];
    if (activity === undefined) continue;
    const { day, pageUid } = activity;
    const occurredAtMs = millisecondsOf(activity.occurredAt);
    const problem = problemOf(activity, occurredAtMs);
    if (problem !== undefined) {
      dead.push(deadActivity(record, index, activity, problem));
      continue;
    }
    const precedence = HIGHEST_PRECEDENCE - place - Math.min(index, PER_MILLISECOND - 1);
    const named = activity.customField !== '';
    rows.push({ pageUid, day, named, line: lineOf(activity, occurredAtMs, precedence), record, index });
  }
}

/** One activity for the dead topic, so that the other activities of its record are not set aside with it. */
function deadActivity(record: LogRecord, index: number, activity: CodedActivity, reason: string): OutgoingRecord {
  return deadLetter({ record, reason, value: encodeActivities([activity]), index });
}

/** The dead letter of a row that ClickHouse refused. Decodes its record again, because rows do not keep activities. */
export function deadRow({ record, index }: ActivityRow, reason: string): readonly OutgoingRecord[] {
  const activity = decodeActivities(record.value ?? new Uint8Array())[index];
  return activity === undefined ? [] : [deadActivity(record, index, activity, reason)];
}

/** Cached because most activities of a batch fall on the same few days. */
let lastValidDay = '';

function problemOf(activity: CodedActivity, occurredAtMs: number): string | undefined {
  const { day } = activity;
  if (!isUuid(activity.eventId)) return 'event_id is no UUID';
  if (!isUuid(activity.pageUid)) return 'page_uid is no UUID';
  if (!(activity.tenure >= 0 && activity.tenure <= 0x7fffffff)) return 'tenure is out of range';
  if (activity.type === ActivityType.UNSPECIFIED || ActivityType[activity.type] === undefined) return 'unknown type';
  if (day !== lastValidDay) {
    if (!isDay(day)) return 'day is no day';
    lastValidDay = day;
  }
  if (SOURCES[activity.source] === undefined) return 'unknown source';
  if (!COUNTRY.test(activity.country)) return 'country is no code';
  if (activity.card !== '' && !isUuid(activity.card)) return 'card is no UUID';
  if (!(occurredAtMs >= 0 && occurredAtMs < LATEST_MS)) return 'occurred_at is missing or out of range';
  return undefined;
}

function lineOf(activity: CodedActivity, occurredAtMs: number, precedence: number): string {
  const seconds = Math.floor(occurredAtMs / 1000);
  const millis = occurredAtMs - seconds * 1000;
  const at = `${seconds}.${millis < 10 ? '00' : millis < 100 ? '0' : ''}${millis}`;
  return `${activity.pageUid}\t${activity.day}\t${activity.eventId}\t${activity.tenure}\t${activity.type}\t${escaped(activity.customField)}\t${activity.byOwner ? 1 : 0}\t${at}\t${activity.country}\t${SOURCES[activity.source]}\t${escaped(activity.referrerHost)}\t${decimalOf(activity.visitor)}\t${precedence}\t${activity.card}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
};

/** Escapes a text as a TabSeparated value. */
function escaped(text: string): string {
  if (text === '') return text;
  return text.replace(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? character);
}
