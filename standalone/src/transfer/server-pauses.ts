import { STORING } from '@volant/analytics/app';
import type { Adapters } from '@volant/infra/adapters/adapters-port';
import { whilePaused } from '@volant/infra/cache/pausing';
import { WRITING } from '@volant/infra/event-store/paused-writes';
import type { Logger } from '@volant/infra/process/observability/log';
import type { Pauses } from './write-export.ts';

/** Pauses of processes that share real servers. An embedded store is open here, so no other process uses it. */
export async function serverPauses(adapters: Adapters, log: Logger): Promise<Pauses> {
  const cache = await adapters.cache();
  return {
    storing: (work) => whilePaused(cache, STORING, { log }, work),
    writes: (work) => whilePaused(cache, WRITING, { log }, () => work()),
  };
}
