import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import pTimeout from 'p-timeout';
import { unavailable } from '../../errors/domain-error.ts';
import { isBuilt, programOf } from './program-of.ts';

/** Tasks running or waiting. */
const MOST_TASKS = 24;
/** A task that needs more ends its thread, and not the process. */
const MEMORY_MIB = 128;

/** The answer of a thread to a task. */
export type TaskAnswer<Output> = { readonly value: Output } | { readonly failure: string };

/** The program rejected the task. */
class TaskFailure extends Error {}

export interface TaskThreadSettings {
  /** Source of the program, in the `src` of a package; it calls `serveTasks`. */
  readonly program: URL;
  /** A task that takes longer is ended. */
  readonly deadlineMs: number;
}

/**
 * Parses outside bytes on a thread, so that they cannot delay the requests of others. Runs one task at a time. The
 * thread starts with the first task, is reused, and does not keep the process alive while it is idle.
 * @returns function that runs a task; rejects if the task fails or takes too long, with UNAVAILABLE if too many wait
 */
export function createTaskThread<Input, Output>({ program, deadlineMs }: TaskThreadSettings) {
  const inTurn = pLimit(1);
  let thread: Worker | undefined;

  function start(): Worker {
    const started = startProgram(program);
    started.on('error', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  async function run(input: Input): Promise<Output> {
    thread ??= start();
    const running = thread;
    running.ref();
    try {
      running.postMessage(input);
      const [answer] = (await pTimeout(once(running, 'message'), { milliseconds: deadlineMs })) as [TaskAnswer<Output>];
      running.unref();
      if ('value' in answer) return answer.value;
      throw new TaskFailure(answer.failure);
    } catch (error) {
      if (!(error instanceof TaskFailure)) {
        // The next task gets a new thread.
        thread = undefined;
        await running.terminate();
      }
      throw error;
    }
  }

  return async (input: Input): Promise<Output> => {
    if (inTurn.activeCount + inTurn.pendingCount >= MOST_TASKS) throw unavailable();
    return inTurn(() => run(input));
  };
}

/** Threads do not inherit the loader of TypeScript, which tests and `npm run dev` need. */
function startProgram(program: URL): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB }, execArgv: [] };
  if (isBuilt) return new Worker(programOf(program), options);
  const source = JSON.stringify(program.href);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(code, { ...options, eval: true });
}
