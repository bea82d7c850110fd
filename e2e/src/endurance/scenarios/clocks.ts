import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../../api.ts';
import { temporaryDirectory } from '../../product.ts';
import { onCluster } from '../cluster.ts';
import type { Scenario } from '../scenario.ts';

/** From Debian's package `faketime`: the clock of a process follows a file. */
const LIBRARY = process.env.VOLANT_LIBFAKETIME ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const HOUR_SECONDS = 3_600;
/** Time at each clock offset: the process rereads the file once a second. */
const STAYS_MS = 6_000;

export const clocks: Scenario = {
  name: 'clocks',
  what: 'the clocks of all five processes moved an hour, forth and back by turns, and again to where they belong',
  full: 40,
  unit: 'jumps',
  obstacle: async () => {
    const found = await access(LIBRARY).then(
      () => true,
      () => false,
    );
    return found ? undefined : `there is no ${LIBRARY}: install Debian's faketime, or name it in VOLANT_LIBFAKETIME`;
  },
  async run(jumps, say) {
    const directory = await temporaryDirectory();
    const clock = path.join(directory.path, 'clock');
    const move = (seconds: number) => writeFile(clock, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    await move(0);
    const settings = {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      // Changing a real clock does not affect the time since the start either.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    try {
      return await onCluster(
        async ({ product, driver, pages, startLoad, drained, caughtUp, outcome }) => {
          const load = startLoad({ duplicates: 0.05 });
          const problems: string[] = [];
          const places = [HOUR_SECONDS, 0, -HOUR_SECONDS, 0];
          for (let jump = 0; jump < jumps; jump += 1) {
            const seconds = places[jump % places.length] ?? 0;
            await move(seconds);
            await sleep(STAYS_MS);
            const report = await call(product.origin, 'GET', `/api/pages/${pages[0]}/analytics`, undefined, driver);
            if (report.status !== 200) problems.push(`at ${seconds} s a report was answered ${report.status}`);
            say(`clocks at ${seconds} s; ${load.acknowledged.size} events answered 202`);
          }
          await move(0);
          await sleep(2_000);
          await load.stop();
          await drained();
          await caughtUp();
          // Events too far in the future count at their receipt, which may be another day.
          return outcome(load, { problems: [...new Set(problems)], days: false });
        },
        { settings },
      );
    } finally {
      await directory.remove();
    }
  },
};
