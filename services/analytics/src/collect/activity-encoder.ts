import type { ActivityType, Source } from '@volant/proto/volant/analytics/v1/activity_pb';

/** The fields of a volant.analytics.v1.Activity, in the form that collect uses. */
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
/** Longest activity: 200 characters of custom field in UTF-8, 253 of host, ids, and spare room. */
const MAX_ACTIVITY_BYTES = 2 * 1024;
/** Tag of ActivityBatch.activities. */
const ELEMENT_TAG = (1 << 3) | BYTES;

/** Writes activities one after another. */
export interface ActivityEncoder {
  /** Discards everything written so far. */
  begin(): void;
  append(activity: EncodableActivity): void;
  /** The bytes written since `begin`; valid until the next `begin`. */
  written(): Uint8Array;
}

/**
 * Writes activities as elements of an ActivityBatch. A protobuf batch is the concatenation of its elements, so
 * activities can be gathered by copying bytes. Written by hand because the general encoder took as long as the rest of
 * a request; the test compares it with the general encoder.
 */
export function createActivityEncoder(maxActivities: number): ActivityEncoder {
  const buffer = Buffer.alloc(maxActivities * MAX_ACTIVITY_BYTES);
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

  /** Only for ASCII text: ids, days, codes, host names. */
  function ascii(field: number, value: string): void {
    const { length } = value;
    if (length === 0) return;
    buffer[at++] = (field << 3) | BYTES;
    varint(length);
    at += buffer.write(value, at, 'latin1');
  }

  return {
    begin() {
      at = 0;
    },
    append(activity) {
      buffer[at++] = ELEMENT_TAG;
      const lengthAt = at;
      at += 1;
      fields(activity);
      writeLength(lengthAt);
    },
    written: () => buffer.subarray(0, at),
  };

  function fields(activity: EncodableActivity): void {
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
  }

  function timestamp(field: number, epochMs: number): void {
    buffer[at++] = (field << 3) | BYTES;
    const lengthAt = at++;
    number(1, Math.floor(epochMs / 1000));
    number(2, (epochMs % 1000) * 1_000_000);
    buffer[lengthAt] = at - lengthAt - 1;
  }

  /** Writes the length of the bytes after `lengthAt`, and moves them if the length takes two bytes. */
  function writeLength(lengthAt: number): void {
    const length = at - lengthAt - 1;
    if (length <= 0x7f) {
      buffer[lengthAt] = length;
      return;
    }
    buffer.copyWithin(lengthAt + 2, lengthAt + 1, at);
    buffer[lengthAt] = (length & 0x7f) | 0x80;
    buffer[lengthAt + 1] = length >> 7;
    at += 1;
  }
}
