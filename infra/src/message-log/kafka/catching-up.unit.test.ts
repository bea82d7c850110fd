import { beforeEach, describe, expect, it } from 'vitest';
import { type CatchingUp, createCatchingUp } from './catching-up.ts';

describe('catching up with a topic', () => {
  let catchingUp: CatchingUp;
  let done: boolean;

  async function isDone(): Promise<boolean> {
    await Promise.resolve();
    await Promise.resolve();
    return done;
  }
  function begin(...spans: [partition: number, from: number, end: number][]): void {
    catchingUp = createCatchingUp(spans.map(([partition, from, end]) => ({ partition, from, end })));
    done = false;
    catchingUp.done.then(() => {
      done = true;
    });
  }

  beforeEach(() => begin([0, 5, 10], [1, 0, 3], [2, 7, 7]));

  it('ends once every partition has been read to its initial end', async () => {
    expect(catchingUp.position(0)).toBe(5);
    catchingUp.handled(0, 10);
    expect(await isDone()).toBe(false);
    catchingUp.handled(1, 2);
    expect(await isDone()).toBe(false);
    catchingUp.handled(1, 4);
    expect(await isDone()).toBe(true);
    expect(catchingUp.position(1)).toBe(4);
  });

  it('ends at once with no records to read', async () => {
    begin([0, 0, 0], [1, 8, 8]);
    expect(await isDone()).toBe(true);
  });
});
