import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../observability/log.ts';
import { createShutdown } from './shutdown.ts';

const LISTENED = ['SIGTERM', 'SIGINT', 'uncaughtException'] as const;
/** Time in which the last log lines are written before a kill. */
const FLUSHED_MS = 200;
let before: Map<string, readonly unknown[]>;

beforeEach(() => {
  vi.useFakeTimers();
  before = new Map(LISTENED.map((name) => [name, process.listeners(name as 'SIGTERM')]));
});
afterEach(() => {
  vi.useRealTimers();
  for (const name of LISTENED) {
    for (const listener of process.listeners(name as 'SIGTERM')) {
      if (before.get(name)?.includes(listener) === false) process.removeListener(name, listener);
    }
  }
});

function setUp(timeoutMs = 5_000) {
  const lines: string[] = [];
  const ends: (number | 'killed')[] = [];
  const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
  const shutdown = createShutdown({
    log,
    timeoutMs,
    exit: (code) => void ends.push(code),
    kill: () => void ends.push('killed'),
  });
  return { shutdown, ends, lines };
}

/** A step that lasts until `finish` is called. */
function openEnded() {
  let finish = () => {};
  const step = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  return { step, finish: () => finish() };
}

describe('shutdown', () => {
  it('runs the steps in order, once, and exits with 0', async () => {
    const { shutdown, ends } = setUp();
    const done: string[] = [];
    shutdown.add('first', async () => {
      await Promise.resolve();
      done.push('first');
    });
    shutdown.add('second', () => void done.push('second'));
    await Promise.all([shutdown.run('test'), shutdown.run('again', 1)]);
    expect(done).toEqual(['first', 'second']);
    expect(ends).toEqual([0]);
  });

  it('exits with the given code', async () => {
    const { shutdown, ends } = setUp();
    await shutdown.run('the start failed', 1);
    expect(ends).toEqual([1]);
  });

  it('continues after a failed step, logs it, and kills the process at the end', async () => {
    const { shutdown, ends, lines } = setUp();
    const done: string[] = [];
    shutdown.add('broken', () => Promise.reject(new Error('no')));
    shutdown.add('store', () => void done.push('store'));
    await shutdown.run('test');
    await vi.advanceTimersByTimeAsync(FLUSHED_MS);
    expect(done).toEqual(['store']);
    expect(ends).toEqual(['killed']);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ step: 'broken' }));
  });

  it('kills the process if a step never ends, and logs the step', async () => {
    const { shutdown, ends, lines } = setUp(20);
    shutdown.add('stuck', () => new Promise(() => {}));
    void shutdown.run('test');
    await vi.advanceTimersByTimeAsync(19);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1 + FLUSHED_MS);
    expect(ends).toEqual(['killed']);
    expect(lines.join('')).toContain('"step":"stuck"');
  });

  it('treats signals within two seconds as one', async () => {
    const { shutdown, ends } = setUp();
    const { step, finish } = openEnded();
    shutdown.add('slow', step);
    shutdown.listen();
    process.emit('SIGINT');
    process.emit('SIGINT');
    await vi.advanceTimersByTimeAsync(1_999);
    process.emit('SIGTERM');
    expect(ends).toEqual([]);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toEqual([0]);
  });

  it('kills the process at a later signal', async () => {
    const { shutdown, ends } = setUp();
    const { step, finish } = openEnded();
    shutdown.add('slow', step);
    shutdown.listen();
    process.emit('SIGTERM');
    await vi.advanceTimersByTimeAsync(2_000);
    process.emit('SIGINT');
    finish();
    await vi.advanceTimersByTimeAsync(FLUSHED_MS);
    expect(ends).toEqual(['killed']);
  });

  it('closes everything after an uncaught error with code 1, and kills the process after another', async () => {
    const { shutdown, ends, lines } = setUp();
    const { step, finish } = openEnded();
    shutdown.add('slow', step);
    shutdown.listen();
    const listener = process.listeners('uncaughtException').at(-1);
    listener?.(new Error('first'), 'uncaughtException');
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toEqual([1]);
    expect(lines.join('')).toContain('first');
    listener?.(new Error('second'), 'uncaughtException');
    await vi.advanceTimersByTimeAsync(FLUSHED_MS);
    expect(ends).toEqual([1, 'killed']);
  });
});
