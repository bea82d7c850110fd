import { parentPort } from 'node:worker_threads';
import type { TaskAnswer } from './task-thread.ts';

/** Answers the tasks of a `createTaskThread`; called once by its program. */
export function serveTasks<Input, Output>(perform: (input: Input) => Promise<Output>): void {
  const port = parentPort;
  if (port === null) throw new Error('this program runs on a thread');
  const answer = (given: TaskAnswer<Output>) => port.postMessage(given);
  port.on('message', (input: Input) => {
    perform(input).then(
      (value) => answer({ value }),
      (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
    );
  });
}
