import { expect, it } from 'vitest';
import { deadLetter } from './dead-letter.ts';
import type { LogRecord } from './message-log.ts';

const value = Buffer.from('12345');
const record: LogRecord = { topic: 't', partition: 3, offset: 7, key: 'k', value, headers: {}, at: new Date(0) };
const place = { topic: 't', partition: '3', offset: '7', key: 'k' };

it('contains the location of a record without a copy of it', () => {
  expect(deadLetter({ record, reason: 'broken' })).toEqual({
    key: 't-3-7',
    value: new Uint8Array(),
    headers: { ...place, reason: 'broken', size: '5', copy: 'no' },
  });
});

it('contains the set-aside part of a record of many messages and its index', () => {
  const letter = deadLetter({ record, reason: 'x'.repeat(600), value: Buffer.from('23'), index: 0 });
  expect(letter.key).toBe('t-3-7-0');
  expect(letter.value).toEqual(Buffer.from('23'));
  expect(letter.headers).toEqual({ ...place, reason: 'x'.repeat(500), size: '2', index: '0' });
});

it('describes a record without a value', () => {
  expect(deadLetter({ record: { ...record, value: null }, reason: 'none' }).headers).toMatchObject({ size: '0' });
});
