import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, logIn, type Person, SUPERADMIN, signUp } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { useSharedProduct } from '../src/shared-product.ts';

/** Texts of the first owner, which must appear nowhere once the page has another owner. */
const SECRET = 'Former Owner Ltd';

const product = useSharedProduct();
let browser: Browser;
let admin: string;

beforeAll(async () => {
  admin = await logIn(product.origin, SUPERADMIN);
  browser = await openBrowser();
});
afterAll(() => browser.close());

const send = (method: string, path: string, body: unknown, token: string) =>
  call(product.origin, method, path, body, { token });

async function freeCards(quantity: number): Promise<readonly string[]> {
  const { body } = await send('POST', '/api/admin/pages/bulk', { quantity }, admin);
  return body.links.map(({ id }: { id: string }) => id);
}

/** A driver with a page on a printed card. */
async function ownerOfCard(): Promise<{ readonly owner: Person; readonly id: string }> {
  const owner = await signUp(product.origin);
  const [id = ''] = await freeCards(1);
  await send('POST', `/api/pages/${id}/claim`, {}, owner.token);
  const blocksJson = { name: SECRET, phone: '+33 6 39 98 00 09' };
  const saved = await send('PATCH', `/api/pages/${id}`, { displayName: SECRET, blocksJson }, owner.token);
  expect(saved.status).toBe(200);
  return { owner, id };
}

/** A browser of its own in which the person is signed in. */
async function browserOf({ token }: Person, path: string): Promise<Page> {
  const { user } = (await send('GET', '/api/auth/me', undefined, token)).body;
  const context = await browser.newContext({ locale: 'en' });
  await context.addInitScript((session) => {
    localStorage.setItem('language', 'en');
    sessionStorage.setItem('session', session);
  }, JSON.stringify({ token, user }));
  const page = await context.newPage();
  await page.goto(product.origin + path);
  return page;
}

const everythingPublic = async (id: string) => {
  const paths = [`/d/${id}`, `/d/${id}.vcf`, `/d/${id}/qr.svg`, `/d/${id}/card.jpg`, `/api/public/pages/${id}`];
  const answers = await Promise.all(paths.map((path) => fetch(product.origin + path)));
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
};

test('of two browsers that see one card, one reports it lost and the other learns that it changed', async () => {
  const { owner, id } = await ownerOfCard();
  const [by = ''] = await freeCards(1);
  const [one, other] = await Promise.all([browserOf(owner, `/cards/${id}`), browserOf(owner, `/cards/${id}`)]);
  await other.getByRole('button', { name: 'Replace' }).click();
  await other.getByLabel('ID of the new card').fill(by);
  await one.getByRole('button', { name: 'Report it lost' }).click();
  await one.getByRole('button', { name: 'I found it' }).waitFor();
  expect(await everythingPublic(id)).not.toContain(SECRET);

  await other.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  const refusal = other.getByRole('alert').filter({ hasText: 'The page has been changed in the meantime' });
  await refusal.waitFor();
  const { cards } = (await send('GET', `/api/pages/${id}/cards`, undefined, owner.token)).body;
  expect(cards).toMatchObject([{ id, status: 'LOST' }]);

  // The other browser has read the card again.
  await other.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await other.getByRole('article', { name: by }).waitFor();
  expect(await everythingPublic(by)).toContain(SECRET);
  expect(await everythingPublic(id)).not.toContain(SECRET);
});

test('of two drivers with one link, one gets the page, without anything of its former owner', async () => {
  const { owner, id } = await ownerOfCard();
  const giving = await browserOf(owner, `/cards/${id}`);
  await giving.getByRole('button', { name: 'Make a link' }).click();
  const link = new URL((await giving.getByText('/handover?token=').textContent()) ?? '');
  const drivers = [await signUp(product.origin), await signUp(product.origin)];
  const screens = await Promise.all(drivers.map((driver) => browserOf(driver, link.pathname + link.search)));
  await Promise.all(screens.map((screen) => screen.getByRole('button', { name: 'Accept the card' }).click()));
  const outcomes = await Promise.all(
    screens.map((screen) =>
      Promise.race([
        screen.waitForURL(`**/editor/${id}`).then(() => 'accepted'),
        screen
          .getByText('This link is no longer valid')
          .waitFor()
          .then(() => 'refused'),
      ]),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['accepted', 'refused']);

  expect(await everythingPublic(id)).not.toContain(SECRET);
  const winner = drivers[outcomes.indexOf('accepted')] as Person;
  for (const path of ['', '/history', '/analytics', '/figures', '/cards']) {
    const answer = await send('GET', `/api/pages/${id}${path}`, undefined, winner.token);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    expect(JSON.stringify(answer.body)).not.toContain(owner.id);
  }
  expect((await send('GET', `/api/pages/${id}`, undefined, owner.token)).body.code).toBe('PAGE_NOT_FOUND');
});

test('a page that is given back can be claimed by the next driver, who sees nothing of the former one', async () => {
  const { owner, id } = await ownerOfCard();
  const page = await browserOf(owner, `/cards/${id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Give the page back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give the page back' }).click();
  await page.waitForURL('**/dashboard');
  const next = await signUp(product.origin);
  expect((await send('POST', `/api/pages/${id}/claim`, {}, next.token)).status).toBe(200);
  expect(await everythingPublic(id)).not.toContain(SECRET);
  const { body } = await send('GET', `/api/pages/${id}`, undefined, next.token);
  expect(JSON.stringify(body)).not.toContain(SECRET);
});

test('visits by a second card count for the page', async () => {
  const { owner, id } = await ownerOfCard();
  const [second = ''] = await freeCards(1);
  expect((await send('POST', `/api/pages/${id}/cards`, { card: second }, owner.token)).status).toBe(200);
  const context = await browser.newContext({ locale: 'en' });
  const visitor = await context.newPage();
  const counted = visitor.waitForResponse((answer) => answer.url().endsWith('/api/public/events'));
  await visitor.goto(`${product.origin}/d/${second}`);
  expect(await visitor.title()).toContain(SECRET);
  expect((await counted).status()).toBe(202);
  await expect
    .poll(async () => (await send('GET', `/api/pages/${id}/analytics`, undefined, owner.token)).body.summary?.views)
    .toBe(1);
});
