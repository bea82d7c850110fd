import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Offsets of fields in a Kafka record batch (format 2). */
const LENGTH_AT = 8;
const BEFORE_LENGTH_BYTES = 12;
const ATTRIBUTES_AT = 21;
const MAX_TIMESTAMP_AT = 35;
const COUNT_AT = 57;
const RECORDS_AT = 61;
const GZIP = 1;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export interface CutLog {
  readonly records: number;
  /** All UUIDs in the removed batches. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Removes the newest records of a topic from the log files of a stopped broker, as if the elected replica lacked them.
 * Only reads the newest segment of each partition.
 * @param lastMs the period to remove, counted back from the topic's newest record
 */
export async function cutLog(logDirectory: string, topic: string, lastMs: number): Promise<CutLog> {
  const partitions = (await readdir(logDirectory)).filter((name) => /-\d+$/.test(name) && name.startsWith(`${topic}-`));
  const segments = await Promise.all(partitions.map((partition) => newestSegment(path.join(logDirectory, partition))));
  const newest = Math.max(...segments.flatMap(({ bytes }) => [...batchesOf(bytes)].map(timeOf)));
  let records = 0;
  const ids = new Set<string>();
  for (const { file, bytes } of segments) {
    const at = firstSince(bytes, newest - lastMs);
    for (const batch of batchesOf(bytes.subarray(at))) {
      records += batch.readInt32BE(COUNT_AT);
      const packed = batch.subarray(RECORDS_AT);
      const content = (batch.readInt16BE(ATTRIBUTES_AT) & 7) === GZIP ? gunzipSync(packed) : packed;
      for (const [id] of content.toString('latin1').matchAll(UUID)) ids.add(id);
    }
    const handle = await open(file, 'r+');
    await handle.truncate(at);
    await handle.close();
  }
  return { records, ids };
}

async function newestSegment(partition: string): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  const segments = (await readdir(partition)).filter((name) => name.endsWith('.log')).sort();
  const file = path.join(partition, segments.at(-1) ?? '');
  return { file, bytes: await readFile(file) };
}

/** Time of the batch's newest record. */
function timeOf(batch: Buffer): number {
  return Number(batch.readBigInt64BE(MAX_TIMESTAMP_AT));
}

/** Complete batches; the file may end with preallocated space. */
function* batchesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + RECORDS_AT <= bytes.length; ) {
    const end = at + BEFORE_LENGTH_BYTES + bytes.readInt32BE(at + LENGTH_AT);
    if (end <= at + RECORDS_AT || end > bytes.length) return;
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** Position of the first batch with a record of that time or later. */
function firstSince(bytes: Buffer, sinceMs: number): number {
  let at = 0;
  for (const batch of batchesOf(bytes)) {
    if (timeOf(batch) >= sinceMs) return at;
    at += batch.length;
  }
  return at;
}
