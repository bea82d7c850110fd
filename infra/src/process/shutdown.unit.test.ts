import { describe, expect, it, vi } from 'vitest';
import { createLogger } from './log.ts';
import { createShutdown } from './shutdown.ts';

function setUp(timeoutMs = 5_000) {
  const lines: string[] = [];
  const exits: number[] = [];
  const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
  const shutdown = createShutdown({ log, timeoutMs, exit: (code) => void exits.push(code) });
  return { shutdown, exits, lines };
}

describe('shutdown', () => {
  it('runs the steps one after the other, once, and ends with 0', async () => {
    const { shutdown, exits } = setUp();
    const done: string[] = [];
    shutdown.add('first', async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      done.push('first');
    });
    shutdown.add('second', () => void done.push('second'));
    await Promise.all([shutdown.run('test'), shutdown.run('again')]);
    expect(done).toEqual(['first', 'second']);
    expect(exits).toEqual([0]);
  });

  it('goes on after a failed step, logs it and ends with 1', async () => {
    const { shutdown, exits, lines } = setUp();
    const done: string[] = [];
    shutdown.add('broken', () => Promise.reject(new Error('no')));
    shutdown.add('store', () => void done.push('store'));
    await shutdown.run('test');
    expect(done).toEqual(['store']);
    expect(exits).toEqual([1]);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ step: 'broken' }));
  });

  it('ends with 1 when a step never ends, and names it', async () => {
    const { shutdown, exits, lines } = setUp(20);
    shutdown.add('stuck', () => new Promise(() => {}));
    void shutdown.run('test');
    await vi.waitFor(() => expect(exits).toEqual([1]));
    expect(lines.join('')).toContain('"step":"stuck"');
  });

  it('starts at a signal, and a second one ends at once', async () => {
    const { shutdown, exits } = setUp();
    const before = { SIGTERM: process.listeners('SIGTERM'), SIGINT: process.listeners('SIGINT') };
    let finish = () => {};
    shutdown.add(
      'slow',
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    shutdown.listen();
    process.emit('SIGTERM');
    expect(exits).toEqual([]);
    process.emit('SIGINT');
    expect(exits).toEqual([1]);
    finish();
    await vi.waitFor(() => expect(exits).toEqual([1, 0]));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      for (const listener of process.listeners(signal)) {
        if (!before[signal].includes(listener)) process.removeListener(signal, listener);
      }
    }
  });
});
