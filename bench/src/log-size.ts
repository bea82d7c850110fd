import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Row } from './table.ts';

const PROGRAM = fileURLToPath(new URL('../../services/analytics/src/testing/scale/measure-log.ts', import.meta.url));
const GOAL = 80;

const sizes = z.object({ one: z.number(), twenty: z.number() });

/** Size of an event in the embedded log, which keeps it for seven days; each event is about another page. */
export async function logRow(): Promise<Row> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM]);
  const { one, twenty } = sizes.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  const text = `${one.toFixed(0)} B alone in its record, ${twenty.toFixed(0)} B in one of twenty`;
  return {
    name: 'bytes an event kept in the 7-day log, each about another page',
    goal: `≤ ${GOAL}`,
    figures: { embedded: { text, met: one <= GOAL } },
  };
}
