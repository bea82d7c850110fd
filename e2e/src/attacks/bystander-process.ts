/**
 * A passenger who loads one public page repeatedly, on a new connection each time, and reports the time of every
 * answer. Runs as its own process, because the process that prepares and sends attacks would delay it.
 *
 * `bystander-process <address of the page> <id of the product's process>`
 */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorSecondsOf } from '../process-figures.ts';
import type { Wait } from './bystander.ts';

const PAUSE_MS = 15;
const [address = '', pid = ''] = process.argv.slice(2);

/** Processor time of all threads of the product so far; undefined if the system does not report it. */
function processorMs(): number | undefined {
  try {
    return processorSecondsOf(Number(pid)) * 1000;
  } catch {
    return undefined;
  }
}

function ask(): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(address, { agent: false, headers: { 'accept-language': 'en' } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}

const now = () => performance.timeOrigin + performance.now();

process.on('disconnect', () => process.exit());
for (;;) {
  const from = now();
  const before = processorMs();
  const status = await ask();
  const until = now();
  const after = processorMs();
  const worked = before === undefined || after === undefined ? Number.POSITIVE_INFINITY : after - before;
  const wait: Wait = { from, until, status, worked };
  process.send?.(wait, (error: Error | null) => {
    if (error !== null) process.exit();
  });
  await sleep(PAUSE_MS);
}
