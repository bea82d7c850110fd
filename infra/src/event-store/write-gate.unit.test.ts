import { expect, test } from 'vitest';
import { WriteGate } from './write-gate.ts';

/** Lets all work that can go on go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a hold waits for running writes, and writes wait for the hold', async () => {
  const gate = new WriteGate();
  const order: string[] = [];
  let endWrite = () => {};
  let endHold = () => {};
  const write = gate.pass(async () => {
    await new Promise<void>((resolve) => {
      endWrite = resolve;
    });
    order.push('written');
  });
  const hold = gate.hold(async () => {
    order.push('held');
    await new Promise<void>((resolve) => (endHold = resolve));
  });
  const later = gate.pass(async () => order.push('later'));
  await settled();
  expect(order).toEqual([]);
  endWrite();
  await settled();
  expect(order).toEqual(['written', 'held']);
  endHold();
  await Promise.all([write, hold, later]);
  expect(order).toEqual(['written', 'held', 'later']);
});

test('a hold that fails lets writes pass again', async () => {
  const gate = new WriteGate();
  await expect(gate.hold(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await gate.pass(async () => 'written')).toBe('written');
});
