/**
 * Appends the processor time of each test file to the file in VOLANT_TEST_TIMES: seconds of its own, seconds of ended
 * child processes, seconds on the clock, path. Files share a process, so only those of one worker at a time are exact.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;
const STAT = '/proc/self/stat';

/** Of this process and of its ended children (proc(5)); Linux only. */
function ticks(): readonly [own: number, children: number] {
  const [, rest = ''] = readFileSync(STAT, 'utf8').split(') ');
  const fields = rest.split(' ').map(Number);
  const sum = (first: number) => (fields[first] ?? 0) + (fields[first + 1] ?? 0);
  return [sum(11), sum(13)];
}

const path = process.env.VOLANT_TEST_TIMES;
if (path !== undefined) {
  const [own, children] = ticks();
  const startedAt = performance.now();
  afterAll(() => {
    const [ownNow, childrenNow] = ticks();
    const seconds = [
      ...[ownNow - own, childrenNow - children].map((used) => used / TICKS_PER_SECOND),
      (performance.now() - startedAt) / 1_000,
    ];
    const figures = seconds.map((each) => each.toFixed(2).padStart(8)).join(' ');
    appendFileSync(path, `${figures}  ${expect.getState().testPath ?? ''}\n`);
  });
}
