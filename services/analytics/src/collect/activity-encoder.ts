import type { ActivityType, Source } from '@volant/proto/volant/analytics/v1/activity_pb';

/** The fields of a volant.analytics.v1.Activity, in the form collect has them in. */
export interface EncodableActivity {
  readonly eventId: string;
  readonly pageUid: string;
  readonly tenure: number;
  readonly type: ActivityType;
  readonly occurredAtMs: number;
  readonly day: string;
  readonly customField: string;
  readonly referrerHost: string;
  readonly source: Source;
  readonly country: string;
  readonly visitorHigh: number;
  readonly visitorLow: number;
  readonly byOwner: boolean;
}

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
/** Longest activity: 200 characters of custom field in UTF-8, 253 of host, ids, and room to spare. */
const CAPACITY = 8 * 1024;
/** Tag of ActivityBatch.activities. */
const ENTRY_TAG = (1 << 3) | BYTES;
const LENGTH_AT = 1;
const LENGTH_BYTES = 2;

/**
 * Writes an activity as one element of an ActivityBatch. A batch in protobuf is
 * its elements one behind the other, so whoever gathers activities only has to
 * concatenate. Written by hand because the general encoder took as long as all
 * the rest of a request; the test holds it against the general one.
 */
export function createActivityEncoder(): (activity: EncodableActivity) => Uint8Array {
  const buffer = Buffer.alloc(CAPACITY);
  let at = 0;

  function varint(value: number): void {
    let left = value;
    while (left > 0x7f) {
      buffer[at++] = (left % 0x80) | 0x80;
      left = Math.floor(left / 0x80);
    }
    buffer[at++] = left;
  }

  function number(field: number, value: number): void {
    if (value === 0) return;
    buffer[at++] = (field << 3) | VARINT;
    varint(value);
  }

  function text(field: number, value: string): void {
    if (value === '') return;
    buffer[at++] = (field << 3) | BYTES;
    varint(Buffer.byteLength(value));
    at += buffer.write(value, at);
  }

  /** For texts of ASCII alone: ids, days, codes, host names. */
  function ascii(field: number, value: string): void {
    const { length } = value;
    if (length === 0) return;
    buffer[at++] = (field << 3) | BYTES;
    varint(length);
    at += buffer.write(value, at, 'latin1');
  }

  return (activity) => {
    at = LENGTH_AT + LENGTH_BYTES;
    ascii(1, activity.eventId);
    ascii(2, activity.pageUid);
    number(3, activity.tenure);
    number(4, activity.type);
    timestamp(5, activity.occurredAtMs);
    ascii(6, activity.day);
    text(7, activity.customField);
    ascii(8, activity.referrerHost);
    number(9, activity.source);
    ascii(10, activity.country);
    if (activity.visitorHigh !== 0 || activity.visitorLow !== 0) {
      buffer[at++] = (11 << 3) | FIXED_64;
      at = buffer.writeUInt32LE(activity.visitorLow, at);
      at = buffer.writeUInt32LE(activity.visitorHigh, at);
    }
    number(12, activity.byOwner ? 1 : 0);
    return finish();
  };

  function timestamp(field: number, epochMs: number): void {
    buffer[at++] = (field << 3) | BYTES;
    const lengthAt = at++;
    number(1, Math.floor(epochMs / 1000));
    number(2, (epochMs % 1000) * 1_000_000);
    buffer[lengthAt] = at - lengthAt - 1;
  }

  /** Fills in tag and length; the length takes two bytes unless a short activity needs only one. */
  function finish(): Uint8Array {
    const length = at - LENGTH_AT - LENGTH_BYTES;
    const start = length > 0x7f ? 0 : 1;
    buffer[start] = ENTRY_TAG;
    const bodyAt = LENGTH_AT + LENGTH_BYTES;
    if (length > 0x7f) {
      buffer[bodyAt - 2] = (length & 0x7f) | 0x80;
      buffer[bodyAt - 1] = length >> 7;
    } else {
      buffer[bodyAt - 1] = length;
    }
    return Uint8Array.prototype.slice.call(buffer, start, at);
  }
}
