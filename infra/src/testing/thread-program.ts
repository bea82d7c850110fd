import { serveTasks } from '../process/thread/serve-tasks.ts';

/** What the tests of `createTaskThread` do on a thread. */
serveTasks(async (task: 'hang' | 'fail' | 'grow' | number) => {
  if (task === 'fail') throw new Error('refused');
  const held: number[][] = [];
  while (task === 'hang' || task === 'grow') {
    if (task === 'grow') held.push(new Array(8_000_000).fill(held.length + 0.5));
  }
  return task;
});
