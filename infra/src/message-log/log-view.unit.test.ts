import { describe, expect, it } from 'vitest';
import { createLogger } from '../process/log.ts';
import { createLogView } from './log-view.ts';
import type { FollowOptions, LogRecord } from './message-log.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

function record(offset: number): LogRecord {
  return { topic: 't', partition: 0, offset, key: `k${offset}`, value: null, headers: {}, at: new Date(0) };
}

function setUp(apply: (record: LogRecord) => Promise<void>, checkpoint = 0) {
  const checkpoints = new Map([['view', checkpoint]]);
  const follows: FollowOptions[] = [];
  let caughtUp = () => {};
  const view = createLogView({
    log: {
      follow: async (options) => {
        follows.push(options);
        return {
          caughtUp: new Promise<void>((resolve) => {
            caughtUp = resolve;
          }),
          stop: async () => {},
        };
      },
    },
    topic: 't',
    name: 'view',
    viewStore: {
      checkpoint: async (name) => checkpoints.get(name) ?? 0,
      saveCheckpoint: async (name, position) => void checkpoints.set(name, position),
    },
    apply,
    logger,
  });
  return { view, checkpoints, follows, catchUp: () => caughtUp() };
}

describe('log view', () => {
  it('follows from where the view has come to, and has started once it is caught up', async () => {
    const applied: number[] = [];
    const { view, checkpoints, follows, catchUp } = setUp(async ({ offset }) => void applied.push(offset), 7);
    let started = false;
    const starting = view.start().then(() => {
      started = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(follows[0]).toMatchObject({ topic: 't', from: { 0: 7 } });
    await follows[0]?.onBatch([record(7), record(9)]);
    expect(applied).toEqual([7, 9]);
    expect(checkpoints.get('view')).toBe(10);
    expect(started).toBe(false);
    catchUp();
    await starting;
    await view.stop();
  });

  it('notes how far it came and fails the batch when a record cannot be applied', async () => {
    const { view, checkpoints, follows, catchUp } = setUp(async ({ offset }) => {
      if (offset === 3) throw new Error('no');
    });
    const starting = view.start();
    await Promise.resolve();
    await Promise.resolve();
    await expect(follows[0]?.onBatch([record(1), record(2), record(3), record(4)])).rejects.toThrow('no');
    expect(checkpoints.get('view')).toBe(3);
    catchUp();
    await starting;
  });
});
