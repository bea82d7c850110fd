import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, SUPERADMIN } from '../../api.ts';
import { startMixedLoad } from '../../mixed-load.ts';
import { type ProcessName, STARTING_ORDER } from '../../processes.ts';
import { type Relay, startRelay } from '../../relay.ts';
import { onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';

/** Duration of load before and after the old process is stopped. */
const AROUND_MS = 2_000;

export const restarts: Scenario = {
  name: 'restarts',
  what: 'each of the five processes replaced in turn (SIGTERM) under 200 requests/s of every kind',
  full: 20,
  unit: 'restarts',
  run: async (amount, say) => {
    const balancers = new Map<string, Relay>();
    const between = async (name: ProcessName, origin: string) => {
      const balancer = await startRelay(new URL(origin));
      balancers.set(name, balancer);
      return `http://${balancer.address}`;
    };
    try {
      return await onCluster(
        async ({ product, driver, pages, directory, caughtUp, outcome }) => {
          const [page = ''] = pages;
          const admin = await logIn(product.origin, SUPERADMIN);
          const running = { ...product.running };
          const load = startMixedLoad({ origin: product.origin, page, driver: driver.token, admin });
          const problems: string[] = [];
          for (let restart = 0; restart < amount; restart += 1) {
            const name = STARTING_ORDER[restart % STARTING_ORDER.length] ?? 'gateway';
            await sleep(AROUND_MS);
            const next = product.start(name, { VOLANT_SPOOL_DIR: path.join(directory, `spool-${restart}`) });
            await next.ready;
            balancers.get(name)?.use(new URL(next.origin()));
            const code = await running[name].stop();
            if (code !== 0) problems.push(`${name} ended with ${code}`);
            running[name] = next;
            await sleep(AROUND_MS);
            say(`${name} replaced; ${load.answers.get('2xx') ?? 0} requests answered`);
          }
          await load.stop();
          await caughtUp(running.analytics);
          const failed = [...load.answers].filter(([answer]) => answer !== '2xx');
          problems.push(...failed.map(([answer, times]) => `${times} × ${answer}`));
          const figures = {
            'requests answered 2xx': load.answers.get('2xx') ?? 0,
            'requests that failed': failed.reduce((sum, [, times]) => sum + times, 0),
          };
          const views = [...load.acknowledged].map(
            (id) => [id, { pageId: page, type: 'VIEW' as const, day: '' }] as const,
          );
          // These ids contain no time, so the day is that of their receipt.
          return outcome({ acknowledged: new Map(views) }, { figures, problems, days: false });
        },
        { between },
      );
    } finally {
      for (const balancer of balancers.values()) await balancer.close();
    }
  },
};
