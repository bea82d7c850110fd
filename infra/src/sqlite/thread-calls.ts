import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { unavailable } from '../errors/domain-error.ts';
import type { FromThread, Problem, ToThread } from './serve-database.ts';

interface Waiting {
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
}

export type ThreadCalls = ReturnType<typeof createThreadCalls>;

/** Calls of a thread, which keeps the process running only while it works on some. */
export function createThreadCalls(thread: Worker, failureOf: (problem: Problem) => Error) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let onIdle = () => {};

  function settle(id: number, settleWith: (waiting: Waiting) => void): void {
    const waited = waiting.get(id);
    waiting.delete(id);
    if (waited !== undefined) settleWith(waited);
    if (waiting.size > 0) return;
    thread.unref();
    onIdle();
  }

  thread.on('message', (message: FromThread) => {
    if ('done' in message) {
      for (const { id, output } of message.done) settle(id, ({ resolve }) => resolve(output as never));
    } else if ('failed' in message) {
      const failure = failureOf(message.error);
      for (const id of message.failed) settle(id, ({ reject }) => reject(failure));
    }
  });
  thread.on('error', (error) => {
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(unavailable(error)));
    // Without it the process cannot work: it ends and is started again.
    throw error;
  });
  thread.unref();

  return {
    call<T>(message: (id: number) => ToThread): Promise<T> {
      lastId += 1;
      const id = lastId;
      thread.ref();
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.postMessage(message(id));
      });
    },
    /** Resolves once no call is under way. */
    async idle(): Promise<void> {
      if (waiting.size === 0) return;
      await new Promise<void>((idle) => {
        onIdle = idle;
      });
    },
    async close(): Promise<void> {
      const ended = once(thread, 'exit');
      thread.ref();
      thread.postMessage('close' satisfies ToThread);
      await ended;
    },
  };
}
