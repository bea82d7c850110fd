import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { processorSecondsOf } from '@volant/e2e/process-figures';
import type { Product } from '@volant/e2e/product';
import type { LoadGenerator } from './load.ts';

const CONNECTIONS = 32;

export interface Answers {
  readonly perSecond: number;
  /** Processor time per answer, all threads. */
  readonly microseconds: number;
}

export interface PageLoad {
  readonly generator: LoadGenerator;
  readonly product: Pick<Product, 'pid' | 'origin'>;
  /** Requested in this order, repeatedly. */
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Folder for the load generator's list of paths. */
  readonly directory: string;
}

/** @throws if an answer fails */
export async function askForPages({ generator, product, paths, seconds, directory }: PageLoad): Promise<Answers> {
  const used = () => processorSecondsOf(product.pid);
  const pathsFile = path.join(directory, 'paths');
  await writeFile(pathsFile, paths.map((each) => `${each}\n`).join(''));
  const before = used();
  const load = { url: product.origin, pathsFile, seconds, connections: CONNECTIONS };
  const { requestsPerSecond, failures } = await generator.run(load);
  if (failures > 0) throw new Error(`${failures} answers failed`);
  return { perSecond: requestsPerSecond, microseconds: ((used() - before) / (requestsPerSecond * seconds)) * 1e6 };
}

export function summaryOf({ perSecond, microseconds }: Answers): string {
  return `${perSecond.toFixed(0)} a second, ${microseconds.toFixed(0)} µs`;
}
