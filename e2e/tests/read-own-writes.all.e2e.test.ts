import { beforeAll, expect, test } from 'vitest';
import { call, createPage, type Person, signUp } from '../src/api.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let driver: Person;

beforeAll(async () => {
  driver = await signUp(product.origin);
});

test('the first public answer after an edit contains it, fifty times', async () => {
  const id = await createPage(product.origin, driver.token);
  const late: number[] = [];
  for (let edit = 1; edit <= 50; edit += 1) {
    const changes = { blocksJson: { name: `Ana ${edit} Démo` } };
    expect((await call(product.origin, 'PATCH', `/api/pages/${id}`, changes, driver)).status).toBe(200);
    const [data, page] = await Promise.all([
      call(product.origin, 'GET', `/api/public/pages/${id}`),
      fetch(`${product.origin}/d/${id}`).then((answer) => answer.text()),
    ]);
    if (data.body.blocks?.name !== changes.blocksJson.name || !page.includes(changes.blocksJson.name)) late.push(edit);
  }
  expect(late).toEqual([]);
});

test('a page is public as soon as its creation is answered, and hidden as soon as it is inactive', async () => {
  const late: string[] = [];
  for (let time = 1; time <= 10; time += 1) {
    const id = await createPage(product.origin, driver.token);
    const created = await call(product.origin, 'GET', `/api/public/pages/${id}`);
    await call(product.origin, 'PATCH', `/api/pages/${id}`, { state: 'INACTIVE' }, driver);
    const ended = await call(product.origin, 'GET', `/api/public/pages/${id}`);
    if (created.status !== 200 || ended.body.state !== 'INACTIVE') late.push(id);
  }
  expect(late).toEqual([]);
});
