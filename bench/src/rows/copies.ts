import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@volant/e2e/api';
import { ownMiB, residentMiB } from '@volant/e2e/process-figures';
import { secretFiles, serverSettings, startProcess } from '@volant/e2e/processes';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const FILLER = fileURLToPath(new URL('../../../gateway/src/testing/fill-copy.ts', import.meta.url));
const PAGES = 1_000_000;
const STARTS = 3;
const ASKED = 20_000;
const NOWHERE = '127.0.0.1:1';
const READY_GOAL_S = 5;
const MEMORY_GOAL = 400;
export const COPIES = `${PAGES.toLocaleString('en')} pages`;

/** A gateway that starts from its copy of a million pages while every server is away, and then answers for some. */
export async function copyRows(directory: string): Promise<readonly Row[]> {
  const copy = path.join(directory, 'copy');
  const begunAt = performance.now();
  await promisify(execFile)(process.execPath, ['--import', 'tsx', FILLER, copy, String(PAGES)]);
  const filled = (performance.now() - begunAt) / 1000;
  const starts: {
    readonly seconds: number;
    readonly memory: number;
    readonly answered: number;
    readonly own: number;
  }[] = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await startOf(copy));
  const seconds = median(starts.map((start) => start.seconds));
  const memory = median(starts.map((start) => start.memory));
  const answered = median(starts.map((start) => start.answered));
  const own = median(starts.map((start) => start.own));
  const asked = ASKED.toLocaleString('en');
  const row = (name: string, goal: string, text: string, met?: boolean): Row => ({
    name,
    goal,
    figures: { [COPIES]: met === undefined ? { text } : { text, met } },
  });
  return [
    row('the copy is filled', '–', `${filled.toFixed(0)} s`),
    row(
      'a gateway without servers: answers',
      `≤ ${READY_GOAL_S} s`,
      `${seconds.toFixed(1)} s`,
      seconds <= READY_GOAL_S,
    ),
    row('its memory then', `≤ ${MEMORY_GOAL} MiB`, `${memory.toFixed(0)} MiB`, memory <= MEMORY_GOAL),
    row(
      `after ${asked} pages, without the mapped copy`,
      `≤ ${MEMORY_GOAL} MiB`,
      `${own.toFixed(0)} MiB`,
      own <= MEMORY_GOAL,
    ),
    row(`after ${asked} pages, with it`, '–', `${answered.toFixed(0)} MiB`),
  ];
}

const idOf = (number: number) => `page${String(number).padStart(20, '0')}`;

async function startOf(copy: string) {
  const secrets = await secretFiles();
  const url = `http://${NOWHERE}`;
  const nowhere = {
    mongodb: { url: `mongodb://${NOWHERE}` },
    kafka: { brokers: [NOWHERE] },
    clickhouse: { url, username: 'u', password: 'p' },
    redis: { url: `redis://${NOWHERE}` },
    s3: { url, accessKey: 'a-key', secretKey: 'a-secret-key' },
    smtp: { url: `smtp://${NOWHERE}` },
  };
  const services = {
    VOLANT_IDENTITY_URL: url,
    VOLANT_PAGES_URL: url,
    VOLANT_SUPPORT_URL: url,
    VOLANT_ANALYTICS_URL: url,
  };
  const startedAt = performance.now();
  const gateway = startProcess('gateway', {
    ...serverSettings(nowhere),
    ...secrets.settings.others,
    ...services,
    VOLANT_COPY_DIR: copy,
  });
  await gateway.ready;
  const ask = async (number: number) => {
    const answer = await fetch(`${gateway.origin()}/api/public/pages/${idOf(number)}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  await eventually(
    () => ask(PAGES / 2),
    (status) => status === 200,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const memory = residentMiB(gateway.pid);
  for (let asked = 0; asked < ASKED; asked += 1) await ask((asked * 7919) % PAGES);
  const answered = residentMiB(gateway.pid);
  const own = ownMiB(gateway.pid);
  await gateway.stop();
  await secrets.remove();
  return { seconds, memory, answered, own };
}
