import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cutLog } from './cut-log.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-cut-log-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** A batch of one Kafka record, with only the fields that the code reads. */
function batch(at: number, content: string, packed = false): Buffer {
  const records = packed ? gzipSync(content) : Buffer.from(content);
  const head = Buffer.alloc(61);
  head.writeInt32BE(head.length - 12 + records.length, 8);
  head.writeInt16BE(packed ? 1 : 0, 21);
  head.writeBigInt64BE(BigInt(at), 35);
  head.writeInt32BE(1, 57);
  return Buffer.concat([head, records]);
}

async function partition(name: string, ...segments: readonly Buffer[][]): Promise<void> {
  await mkdir(path.join(directory, name));
  for (const [index, batches] of segments.entries()) {
    await writeFile(path.join(directory, name, `${String(index * 100).padStart(20, '0')}.log`), Buffer.concat(batches));
  }
}

it('removes the newest batches of every partition of the topic, and returns the ids in them', async () => {
  const kept = batch(1_000, uuid(1));
  await partition('t-0', [kept, batch(5_000, `${uuid(2)} ${uuid(3)}`), batch(5_400, uuid(4), true)]);
  // With preallocated space, and with an older segment.
  await partition('t-1', [batch(5_300, uuid(5))], [batch(4_900, uuid(6)), Buffer.alloc(100)]);
  await partition('t.dead-0', [batch(5_400, uuid(7))]);

  const cut = await cutLog(directory, 't', 500);

  expect([...cut.ids].sort()).toEqual([2, 3, 4, 6].map(uuid));
  expect(cut.records).toBe(3);
  expect(await readFile(path.join(directory, 't-0', `${'0'.repeat(20)}.log`))).toEqual(kept);
  expect((await readFile(path.join(directory, 't-1', `${'100'.padStart(20, '0')}.log`))).length).toBe(0);
  expect((await readFile(path.join(directory, 't.dead-0', `${'0'.repeat(20)}.log`))).length).toBeGreaterThan(0);
});
