import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SUPERADMIN_SETTINGS } from '../src/api.ts';
import { type OpenedProduct, openEmbedded, openOnServers } from '../src/open-product.ts';
import { SCRIPT } from '../src/same-answers/script.ts';
import { openStage, type Stage } from '../src/same-answers/stage.ts';

const SETTINGS = { ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' };

const opened: OpenedProduct[] = [];
let embedded: Stage;
let onServers: Stage;

beforeAll(async () => {
  opened.push(await openEmbedded(SETTINGS), await openOnServers(inject('servers'), SETTINGS));
  const [one, other] = opened.map(({ origin }) => origin);
  embedded = await openStage('embedded', one ?? '');
  onServers = await openStage('on servers', other ?? '');
});
afterAll(async () => {
  for (const product of opened) await product.close();
});

test('the people of the script are equal on both products', () => {
  expect(onServers.takeLines()).toEqual(embedded.takeLines());
});

test.each(SCRIPT)('$name: the embedded product and the one on servers give equal answers', async ({ play }) => {
  await Promise.all([play(embedded), play(onServers)]);
  const [expected, found] = [embedded.takeLines(), onServers.takeLines()];
  expect(expected.length).toBeGreaterThan(0);
  // Compare answers one by one, so that each difference is shown with its step and hides no other.
  for (const [index, line] of expected.entries()) expect.soft(found[index], line.step).toEqual(line);
  expect(found.length).toBe(expected.length);
});
