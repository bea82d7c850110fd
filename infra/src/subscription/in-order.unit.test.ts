import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Commit } from '../event-store/event-store.ts';
import { inOrder } from './in-order.ts';

const WATCH = { isOurs: () => true, isOver: () => false };
const commits = [1, 2, 3, 4].map((position) => ({ position }) as Commit);

it('reports a failure once the commits at the same time have ended, and the progress before them', async () => {
  const ended: number[] = [];
  const failure = new Error('no');
  async function handle({ position }: Commit): Promise<void> {
    if (position === 3) throw failure;
    await pause(20);
    ended.push(position);
  }
  expect(await inOrder(commits, WATCH, handle, 2)).toEqual({ reached: 2, acted: true, failure: { cause: failure } });
  expect(ended).toEqual([1, 2, 4]);
});
