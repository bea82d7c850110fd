import type { Logger } from '../process/observability/log.ts';
import type { Job } from './feature.ts';

/** Runs jobs one after another, now and at intervals. The failure of one does not keep the others from running. */
export function createJobs(jobs: readonly Job[], { everyMs, log }: { readonly everyMs: number; readonly log: Logger }) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    const cleared: Record<string, number> = {};
    for (const { name, run } of jobs) {
      try {
        const count = await run();
        if (count > 0) cleared[name] = count;
      } catch (error) {
        log.error({ err: error, job: name }, 'a job failed, will try again');
      }
    }
    if (Object.keys(cleared).length > 0) log.info(cleared, 'cleared away');
  }

  function runOnce(): Promise<void> {
    running ??= runAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    /** Resolves after the first run. */
    async start(): Promise<void> {
      await runOnce();
      timer = setInterval(runOnce, everyMs).unref();
    },
    /** Resolves once no job runs. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
