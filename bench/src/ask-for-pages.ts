import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { processorSecondsOf } from '@volant/e2e/process-figures';
import type { LoadGenerator } from './load.ts';

const CONNECTIONS = 32;

export interface Answers {
  readonly perSecond: number;
  /** Processor time per answer, all threads. */
  readonly microseconds: number;
}

export interface PageLoad {
  readonly generator: LoadGenerator;
  /** Processes under load at the same time; each gets its share of the connections. */
  readonly processes: readonly { readonly pid: number; readonly url: string }[];
  /** Requested in this order, repeatedly. */
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Folder for the load generator's list of paths. */
  readonly directory: string;
}

/** @throws if an answer fails */
export async function askForPages({ generator, processes, paths, seconds, directory }: PageLoad): Promise<Answers> {
  const used = () => processes.reduce((sum, { pid }) => sum + processorSecondsOf(pid), 0);
  const pathsFile = path.join(directory, 'paths');
  await writeFile(pathsFile, paths.map((each) => `${each}\n`).join(''));
  const before = used();
  const connections = CONNECTIONS / processes.length;
  const results = await Promise.all(
    processes.map(({ url }) => generator.run({ url, pathsFile, seconds, connections })),
  );
  const failures = results.reduce((sum, each) => sum + each.failures, 0);
  if (failures > 0) throw new Error(`${failures} answers failed`);
  const perSecond = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  return { perSecond, microseconds: ((used() - before) / (perSecond * seconds)) * 1e6 };
}

export function told({ perSecond, microseconds }: Answers): string {
  return `${perSecond.toFixed(0)} a second, ${microseconds.toFixed(0)} µs`;
}
