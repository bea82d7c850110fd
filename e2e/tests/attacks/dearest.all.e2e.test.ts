import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createPage } from '../../src/api.ts';
import { send } from '../../src/attacks/attack.ts';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, now, waitsDuring } from '../../src/attacks/bystander.ts';
import { dearestOperations } from '../../src/attacks/dearest.ts';

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked({ VOLANT_GRAPHQL: 'open' });
  // As many as a driver may have, so that lists are long.
  for (let i = 1; i < 20; i += 1) await createPage(attacked.origin, attacked.driver.token, `Page ${i}`);
});
afterAll(() => attacked.close());

const CONNECTIONS = 4;
const FLOOD_MS = 3_000;

test.each(['a stranger', 'a driver'])(
  `the most expensive operations that %s may send, on ${CONNECTIONS} connections, delay no other request`,
  async (who) => {
    const { origin, bystander, driver, pageId } = attacked;
    const token = who === 'a driver' ? driver.token : undefined;
    const answer = await call(origin, 'POST', '/graphql', { query: getIntrospectionQuery() });
    const schema = buildClientSchema(answer.body.data);
    const operations = (await dearestOperations({ origin, schema, token, id: pageId })).slice(0, CONNECTIONS);
    expect(operations.length).toBeGreaterThan(0);

    let sent = 0;
    const waits = await waitsDuring(bystander, async () => {
      const until = now() + FLOOD_MS;
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async (_, i) => {
          for (; now() < until; sent += 1) {
            // Each from a new network, because the limit per network has its own test.
            const operation = operations[(i + sent) % operations.length];
            if (operation !== undefined) await send(origin, operation);
          }
        }),
      );
    });
    const figures = waits.map((wait) => wait.toFixed(0)).join(', ');
    process.stdout.write(
      `${sent} operations of ${who}, such as ${operations[0]?.name}: the page waited ${figures} ms longer\n`,
    );
    expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
    expect(attacked.ownFaults()).toEqual([]);
  },
);
