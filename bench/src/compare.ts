import { startBare } from './bare.ts';
import type { Load, LoadGenerator, LoadResult } from './load.ts';
import { type ProductSet, quiet, secondsByProcess } from './product-set.ts';
import type { Seed } from './seed.ts';
import { median } from './statistics.ts';

/** One variant of the product, filled and ready to be measured. */
export interface Measured {
  readonly set: ProductSet;
  readonly seed: Seed;
}

export interface Bench {
  readonly generator: LoadGenerator;
  readonly measured: readonly Measured[];
}

/** Results of the product and of the baseline, measured right after each other under the same load. */
export interface Pair {
  readonly product: LoadResult;
  readonly bare: LoadResult;
  /** Processor time of the product per request, in milliseconds. */
  readonly processorMs: number;
}

/** Median processor time of the product per request, in milliseconds. */
export function processorMsOf(pairs: readonly Pair[]): number {
  return median(pairs.map(({ processorMs }) => processorMs));
}

type TargetOf = (measured: Measured) => Pick<Load, 'url' | 'pageId' | 'tokens'>;

interface Comparison extends Omit<Load, 'url' | 'pageId' | 'tokens'> {
  readonly rounds: number;
  readonly targetOf: TargetOf;
}

/** Loads the baseline and each product in turn, several times. */
export async function compare(bench: Bench, { rounds, targetOf, ...load }: Comparison): Promise<Map<Measured, Pair[]>> {
  const { generator, measured } = bench;
  const sets = measured.map(({ set }) => set);
  const [first] = measured;
  if (first === undefined) return new Map();
  // Answers a GET with as many bytes as the product.
  const bare = await startBare(await sizeOf(targetOf(first)));
  try {
    const pairs = new Map(measured.map((each) => [each, [] as Pair[]]));
    for (let round = 0; round < rounds; round += 1) {
      await quiet(sets);
      const reference = await generator.run({ ...load, ...targetOf(first), url: bare.origin });
      for (const [each, found] of pairs) {
        await quiet(sets);
        const target = targetOf(each);
        const { result: product, processorMsOf } = await processorPerRequest(
          generator,
          { ...load, ...target },
          each.set,
        );
        const processorMs = Object.values(processorMsOf).reduce((sum, ms) => sum + ms, 0);
        found.push({ product, bare: reference, processorMs });
      }
    }
    return pairs;
  } finally {
    await bare.stop();
  }
}

/** Loads a product; the processor time of each of its processes per request, in milliseconds. */
export async function processorPerRequest(generator: LoadGenerator, load: Load, set: ProductSet) {
  const before = secondsByProcess(set);
  const result = await generator.run(load);
  if (result.failures > 0) throw new Error(`${load.url}: ${result.failures} requests failed`);
  const requests = result.requestsPerSecond * load.seconds;
  const processorMsOf = Object.fromEntries(
    Object.entries(secondsByProcess(set)).map(([name, seconds]) => [
      name,
      ((seconds - (before[name] ?? 0)) * 1000) / requests,
    ]),
  );
  return { result, processorMsOf };
}

async function sizeOf({ url, pageId, tokens: [token] = [] }: ReturnType<TargetOf>): Promise<number> {
  if (pageId !== undefined) return 0;
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}
