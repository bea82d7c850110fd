import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Fields of a batch of records as Kafka writes it (format 2), by their place. */
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
  /** Every UUID in them. */
  readonly ids: ReadonlySet<string>;
}

/**
 * Takes what came last into a topic out of the files of a broker that does not run: as if a replica had been elected
 * that did not have it. Only the newest segment of each partition is looked into.
 * @param lastMs how much, counted back from the topic's newest record
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

/** Of its newest record. */
function timeOf(batch: Buffer): number {
  return Number(batch.readBigInt64BE(MAX_TIMESTAMP_AT));
}

/** Whole batches; the file may end in room that is not written yet. */
function* batchesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + RECORDS_AT <= bytes.length; ) {
    const end = at + BEFORE_LENGTH_BYTES + bytes.readInt32BE(at + LENGTH_AT);
    if (end <= at + RECORDS_AT || end > bytes.length) return;
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** Where the first batch begins that has a record of that moment or later. */
function firstSince(bytes: Buffer, sinceMs: number): number {
  let at = 0;
  for (const batch of batchesOf(bytes)) {
    if (timeOf(batch) >= sinceMs) return at;
    at += batch.length;
  }
  return at;
}
