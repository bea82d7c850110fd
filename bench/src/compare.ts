import { startBare } from './bare.ts';
import type { Load, LoadGenerator, LoadResult } from './load.ts';
import { type ProductSet, processorSeconds, quiet } from './product-set.ts';
import type { Seed } from './seed.ts';

/** One of the ways the product runs, filled and ready to be measured. */
export interface Measured {
  readonly set: ProductSet;
  readonly seed: Seed;
}

export interface Bench {
  readonly generator: LoadGenerator;
  readonly measured: readonly Measured[];
}

/** The product and the bare server, one right after the other under the same load. */
export interface Pair {
  readonly product: LoadResult;
  readonly bare: LoadResult;
  /** Time on the processors that a request took of the product, in milliseconds. */
  readonly processorMs: number;
}

type TargetOf = (measured: Measured) => Pick<Load, 'url' | 'pageId' | 'tokens'>;

interface Comparison extends Omit<Load, 'url' | 'pageId' | 'tokens'> {
  readonly rounds: number;
  readonly targetOf: TargetOf;
}

/**
 * Loads the bare server and each product in turn, several times over. A GET is
 * answered by the bare server with as many bytes.
 */
export async function compare(bench: Bench, { rounds, targetOf, ...load }: Comparison): Promise<Map<Measured, Pair[]>> {
  const { generator, measured } = bench;
  const sets = measured.map(({ set }) => set);
  const bare = await startBare(await sizeOf(measured, targetOf));
  try {
    const pairs = new Map(measured.map((each) => [each, [] as Pair[]]));
    for (let round = 0; round < rounds; round += 1) {
      await quiet(sets);
      const [first] = measured;
      if (first === undefined) break;
      const reference = await generator.run({ ...load, ...targetOf(first), url: bare.origin });
      for (const [each, found] of pairs) {
        await quiet(sets);
        const target = targetOf(each);
        const before = processorSeconds([each.set]);
        const product = await generator.run({ ...load, ...target });
        const processorMs =
          ((processorSeconds([each.set]) - before) * 1000) / (product.requestsPerSecond * load.seconds);
        if (product.failures > 0) throw new Error(`${target.url}: ${product.failures} requests failed`);
        found.push({ product, bare: reference, processorMs });
      }
    }
    return pairs;
  } finally {
    await bare.stop();
  }
}

async function sizeOf([first]: readonly Measured[], targetOf: TargetOf): Promise<number> {
  if (first === undefined) return 0;
  const { url, pageId, tokens: [token] = [] } = targetOf(first);
  if (pageId !== undefined) return 0;
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}
