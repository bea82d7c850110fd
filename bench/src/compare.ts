import { type BareServer, startBare } from './bare.ts';
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
  /** The same by process. */
  readonly processorMsOf: Readonly<Record<string, number>>;
}

/** Median processor time of the product per request, in milliseconds. */
export function processorMsOf(pairs: readonly Pair[]): number {
  return median(pairs.map(({ processorMs }) => processorMs));
}

/** The same by process. */
export function processorMsByProcess(pairs: readonly Pair[]): ReadonlyMap<string, number> {
  const names = Object.keys(pairs[0]?.processorMsOf ?? {});
  return new Map(names.map((name) => [name, median(pairs.map(({ processorMsOf: of }) => of[name] ?? 0))]));
}

type TargetOf = (measured: Measured) => Pick<Load, 'url' | 'pageId' | 'tokens'>;

interface Comparison extends Omit<Load, 'url' | 'pageId' | 'tokens'> {
  readonly rounds: number;
  /** Duration of a warm-up with the same load; by default none. */
  readonly warmUpSeconds?: number;
  readonly targetOf: TargetOf;
  /** Starts the baseline; by default a server that answers a GET with as many bytes as the product. */
  readonly start?: (first: Measured) => Promise<BareServer>;
}

/** Loads the baseline and each product in turn, several times. */
export async function compare(
  bench: Bench,
  { rounds, warmUpSeconds, targetOf, start, ...load }: Comparison,
): Promise<Map<Measured, Pair[]>> {
  const { generator, measured } = bench;
  const sets = measured.map(({ set }) => set);
  const [first] = measured;
  if (first === undefined) return new Map();
  const bare = await (start === undefined ? startBare(await sizeOf(targetOf(first))) : start(first));
  try {
    if (warmUpSeconds !== undefined) {
      const warmUp = { ...load, seconds: warmUpSeconds };
      await generator.run({ ...warmUp, ...targetOf(first), url: bare.origin });
      for (const each of measured) await generator.run({ ...warmUp, ...targetOf(each) });
    }
    const pairs = new Map(measured.map((each) => [each, [] as Pair[]]));
    for (let round = 0; round < rounds; round += 1) {
      await quiet(sets);
      const reference = await generator.run({ ...load, ...targetOf(first), url: bare.origin });
      for (const [each, found] of pairs) {
        await quiet(sets);
        const target = targetOf(each);
        const before = secondsByProcess(each.set);
        const product = await generator.run({ ...load, ...target });
        const requests = product.requestsPerSecond * load.seconds;
        const processorMsOf = Object.fromEntries(
          Object.entries(secondsByProcess(each.set)).map(([name, seconds]) => [
            name,
            ((seconds - (before[name] ?? 0)) * 1000) / requests,
          ]),
        );
        const processorMs = Object.values(processorMsOf).reduce((sum, ms) => sum + ms, 0);
        if (product.failures > 0) throw new Error(`${target.url}: ${product.failures} requests failed`);
        found.push({ product, bare: reference, processorMs, processorMsOf });
      }
    }
    return pairs;
  } finally {
    await bare.stop();
  }
}

async function sizeOf({ url, pageId, tokens: [token] = [] }: ReturnType<TargetOf>): Promise<number> {
  if (pageId !== undefined) return 0;
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}
