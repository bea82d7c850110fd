import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, type GateBounds } from './gate.ts';

const BOUNDS: GateBounds = { concurrent: 1, waiting: 10, reservedForKnown: 3, share: 4, patienceMs: 1_000 };
const BUSY = { code: 'UNAVAILABLE', retryAfterSeconds: 2 };

/** A gate whose tasks run until `finishAll`. */
function gateWith(bounds: Partial<GateBounds> = {}) {
  const gate = createGate({ ...BOUNDS, ...bounds });
  const started: string[] = [];
  const finish: (() => void)[] = [];
  return {
    started,
    enter: (name: string, network: string, known = false) =>
      gate({ network, known }, () => {
        started.push(name);
        return new Promise<string>((resolve) => finish.push(() => resolve(name)));
      }),
    async finishAll(): Promise<void> {
      for (let done = 0; done < finish.length; done += 1) {
        finish[done]?.();
        await turn();
      }
    },
  };
}

describe('gate', () => {
  it('runs at most the allowed number of tasks and gives the place of a failed task to the next', async () => {
    const gate = createGate({ ...BOUNDS, concurrent: 2 });
    let running = 0;
    let most = 0;
    const task = async (fails: boolean) => {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      if (fails) throw new Error('no');
    };
    const all = Array.from({ length: 6 }, (_, n) => gate({ network: `n${n}`, known: false }, () => task(n % 2 === 0)));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? 'rejected' : 'fulfilled')),
    );
    expect(most).toBe(2);
  });

  it('limits a network to its share of the queue and lets networks take turns', async () => {
    const { enter, started, finishAll } = gateWith();
    const crowd = Array.from({ length: 8 }, (_, n) => enter(`crowd ${n}`, 'crowd').catch((error: unknown) => error));
    const others = [enter('one', 'a'), enter('two', 'b')];
    await finishAll();
    expect(await Promise.all(others)).toEqual(['one', 'two']);
    // The first task ran at once; four others found a place.
    const refused = (await Promise.all(crowd)).filter((answer) => typeof answer !== 'string');
    expect(refused).toEqual([1, 2, 3].map(() => expect.objectContaining(BUSY)));
    expect(started).toEqual(['crowd 0', 'crowd 1', 'one', 'two', 'crowd 2', 'crowd 3', 'crowd 4']);
  });

  it('keeps places for known requesters and lets them go first without starving strangers', async () => {
    const { enter, started, finishAll } = gateWith();
    const crowd = Array.from({ length: 20 }, (_, n) => enter(`s${n}`, `network ${n}`).catch(() => 'refused'));
    const known = ['k0', 'k1', 'k2'].map((name) => enter(name, 'home', true));
    await expect(enter('k3', 'home', true)).rejects.toMatchObject(BUSY);
    await finishAll();
    expect(await Promise.all(known)).toEqual(['k0', 'k1', 'k2']);
    expect((await Promise.all(crowd)).filter((answer) => answer === 'refused')).toHaveLength(12);
    expect(started.slice(0, 6)).toEqual(['s0', 'k0', 'k1', 's1', 'k2', 's2']);
  });
});

describe('waiting at the gate', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('times out and frees its place for others', async () => {
    const { enter, started, finishAll } = gateWith({ waiting: 1, reservedForKnown: 0 });
    const first = enter('first', 'a');
    const late = enter('late', 'b');
    await expect(enter('no place', 'c')).rejects.toMatchObject(BUSY);
    const refused = expect(late).rejects.toMatchObject(BUSY);
    vi.advanceTimersByTime(1_000);
    await refused;
    const next = enter('next', 'c');
    await finishAll();
    expect(await Promise.all([first, next])).toEqual(['first', 'next']);
    expect(started).toEqual(['first', 'next']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
