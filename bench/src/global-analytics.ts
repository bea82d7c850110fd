import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const PROGRAM = fileURLToPath(new URL('../../services/analytics/src/testing/measure-global.ts', import.meta.url));

const measured = z.object({
  events: z.number(),
  firstMs: z.number(),
  medianMs: z.number(),
  p95Ms: z.number(),
  foldSeconds: z.number(),
});
export type GlobalAnalyticsMeasured = z.infer<typeof measured>;

/** Fills a new database with this many events over two years and measures global analytics without cache. */
export async function measureGlobalAnalytics(events: number): Promise<GlobalAnalyticsMeasured> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--import', 'tsx', PROGRAM, String(events)]);
  return measured.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}
