import { expect, it } from 'vitest';
import { type GraphList, listInParts } from './inputs.ts';

/** A list of this many numbers, and the parts that were read of it. */
function numbers(count: number) {
  const read: (readonly [number, string | null])[] = [];
  async function ask({ first, after }: { first: number; after: string | null }): Promise<GraphList<number>> {
    read.push([first, after]);
    const from = after === null ? 0 : Number(after) + 1;
    const nodes = Array.from({ length: Math.min(first, count - from) }, (_, at) => from + at);
    const hasNextPage = from + first < count;
    return { nodes, totalCount: count, pageInfo: { endCursor: String(nodes.at(-1)), hasNextPage } };
  }
  return { ask, read };
}

it('reads a whole list in parts', async () => {
  const { ask, read } = numbers(1_200);
  const { nodes, totalCount, pageInfo } = await listInParts({}, ask);
  expect(nodes).toEqual(Array.from({ length: 1_200 }, (_, at) => at));
  expect([totalCount, pageInfo.hasNextPage]).toEqual([1_200, false]);
  expect(read).toEqual([
    [500, null],
    [500, '499'],
    [500, '999'],
  ]);
});

it('reads no more than the limit, from the cursor on', async () => {
  const { ask, read } = numbers(10_000);
  const { nodes, pageInfo } = await listInParts({ limit: 700, cursor: '99' }, ask);
  expect([nodes.length, nodes[0], nodes.at(-1)]).toEqual([700, 100, 799]);
  expect(pageInfo).toEqual({ endCursor: '799', hasNextPage: true });
  expect(read).toEqual([
    [500, '99'],
    [200, '599'],
  ]);
});
