import { beforeAll, expect, test } from 'vitest';
import { call, logIn, type Person, SUPERADMIN, signUp } from '../src/api.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let admin: string;

beforeAll(async () => {
  admin = await logIn(product.origin, SUPERADMIN);
});

const NO_ANSWER = { status: 0, body: { code: 'NO_ANSWER' } };
const claim = (id: string, { token }: Person) => call(product.origin, 'POST', `/api/pages/${id}/claim`, {}, { token });

test('when two drivers claim one page at once, fifty times, one wins each time', async () => {
  const quantity = 50;
  const { body } = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity }, { token: admin });
  const links: { id: string }[] = body.links;
  expect(new Set(links.map(({ id }) => id)).size).toBe(quantity);

  // Twenty drivers, because failed claims are limited to ten an hour per person.
  const drivers = await Promise.all(Array.from({ length: 20 }, () => signUp(product.origin)));
  const wins = new Map<string, number>();
  for (const [round, { id }] of links.entries()) {
    const pair = [drivers[round % 20], drivers[(round + 7) % 20]].filter((driver) => driver !== undefined);
    const answers = await Promise.all(pair.map((driver) => claim(id, driver)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const loser = answers.find(({ status }) => status === 400);
    expect(loser?.body).toEqual({
      success: false,
      error: 'This page has already been claimed',
      code: 'PAGE_ALREADY_CLAIMED',
    });
    const winner = pair[answers.findIndex(({ status }) => status === 200)];
    if (winner) wins.set(winner.id, (wins.get(winner.id) ?? 0) + 1);
  }
  expect([...wins.values()].reduce((sum, count) => sum + count, 0)).toBe(quantity);

  const all = await call(product.origin, 'GET', '/api/admin/pages?limit=10000', undefined, { token: admin });
  const owners = new Map<string, number>();
  const claimed = new Set(links.map(({ id }) => id));
  const pages: { id: string; ownerId: string | null; state: string }[] = all.body.pages;
  // Other tests have pages on the same product.
  for (const page of pages.filter(({ id }) => claimed.has(id))) {
    expect(page.state).toBe('ACTIVE');
    owners.set(String(page.ownerId), (owners.get(String(page.ownerId)) ?? 0) + 1);
  }
  expect(owners).toEqual(wins);
});

test('the owner may claim the page again; an unknown page is not found', async () => {
  const driver = await signUp(product.origin);
  const { body } = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, { token: admin });
  const id: string = body.links[0].id;
  expect((await claim(id, driver)).status).toBe(200);
  expect((await claim(id, driver)).status).toBe(200);
  expect((await claim('zzzzzzzzzzzzzzzzzzzzzzzz', driver)).body.code).toBe('PAGE_NOT_FOUND');
});

test('when a hundred drivers claim one page a thousand times at once, exactly one driver gets it', async () => {
  const { body } = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, { token: admin });
  const id: string = body.links[0].id;
  const drivers: Person[] = [];
  // Ten tries each, the limit of failed claims per hour.
  while (drivers.length < 100) {
    drivers.push(...(await Promise.all(Array.from({ length: 10 }, () => signUp(product.origin)))));
  }
  const tries = drivers.flatMap((driver) => Array.from({ length: 10 }, () => driver));
  const answers = await Promise.all(
    tries.map(async (driver) => {
      const { status, body } = await claim(id, driver).catch(() => NO_ANSWER);
      return { driver, code: String(body.code ?? status) };
    }),
  );

  const owned = await call(product.origin, 'GET', `/api/pages/${id}`, undefined, { token: admin });
  const winner: string = owned.body.page.ownerId;
  expect(drivers.map((driver) => driver.id)).toContain(winner);
  // On a busy machine some of a thousand simultaneous claims time out, possibly the winner's.
  const settled = answers.filter(({ code }) => code !== 'UNAVAILABLE' && code !== NO_ANSWER.body.code);
  const ofWinner = new Set(settled.filter(({ driver }) => driver.id === winner).map(({ code }) => code));
  const ofOthers = new Set(settled.filter(({ driver }) => driver.id !== winner).map(({ code }) => code));
  expect([...ofWinner].filter((one) => one !== '200')).toEqual([]);
  expect([...ofOthers]).toEqual(['PAGE_ALREADY_CLAIMED']);
});
