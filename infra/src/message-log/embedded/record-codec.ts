import type { LogRecord, OutgoingRecord } from '../message-log.ts';

/** Stored before the value: key, milliseconds since 1970, headers, and 1 for a tombstone. */
type Head = readonly [key: string, at: number, headers: Readonly<Record<string, string>> | 0, tombstone: 0 | 1];

const LENGTH_BYTES = 4;

/** A record as bytes: length of the head, head as JSON, value. */
export function encodeRecord({ key, value, headers }: OutgoingRecord, at: number): Buffer {
  const head: Head = [key, at, headers ?? 0, value === null ? 1 : 0];
  const headText = JSON.stringify(head);
  const headLength = Buffer.byteLength(headText);
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + headLength + (value?.length ?? 0));
  bytes.writeUInt32LE(headLength, 0);
  bytes.write(headText, LENGTH_BYTES);
  if (value !== null) bytes.set(value, LENGTH_BYTES + headLength);
  return bytes;
}

export function decodeRecord(bytes: Buffer, topic: string, offset: number): LogRecord {
  const end = LENGTH_BYTES + bytes.readUInt32LE(0);
  const [key, at, headers, tombstone] = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as Head;
  return {
    topic,
    partition: 0,
    offset,
    key,
    value: tombstone === 1 ? null : new Uint8Array(bytes.subarray(end)),
    headers: headers === 0 ? {} : headers,
    at: new Date(at),
  };
}
