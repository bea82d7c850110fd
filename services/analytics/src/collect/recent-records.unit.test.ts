import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRecentRecords } from './recent-records.ts';

const texts = (records: readonly Uint8Array[]) => records.map((record) => Buffer.from(record).toString());

test('returns the added records once, oldest first', () => {
  const recent = createRecentRecords();
  recent.add([Buffer.from('a'), Buffer.from('b')]);
  recent.add([Buffer.from('c')]);
  expect(texts(recent.take())).toEqual(['a', 'b', 'c']);
  expect(recent.take()).toEqual([]);
});

test('keeps the bytes as they were when added', () => {
  const recent = createRecentRecords();
  const buffer = Buffer.from('before');
  recent.add([buffer]);
  buffer.write('after!');
  expect(texts(recent.take())).toEqual(['before']);
});

test('drops old records, and the oldest ones beyond the size limit', async () => {
  const short = createRecentRecords(20);
  short.add([Buffer.from('old')]);
  await sleep(60);
  short.add([Buffer.from('new')]);
  expect(texts(short.take())).toEqual(['new']);
  const small = createRecentRecords(60_000, 4);
  small.add([Buffer.from('aa'), Buffer.from('bb'), Buffer.from('cc')]);
  expect(texts(small.take())).toEqual(['bb', 'cc']);
});
