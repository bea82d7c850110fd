import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually, logIn, SUPERADMIN, SUPERADMIN_SETTINGS, someAddress } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { type OpenedProduct, openEmbedded } from '../src/open-product.ts';

let product: OpenedProduct;
let browser: Browser;

beforeAll(async () => {
  product = await openEmbedded(SUPERADMIN_SETTINGS);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

test("a person's message reaches the inbox, a machine's is kept apart, and both get the same thanks", async () => {
  const page = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await page.goto(`${product.origin}/contact`);
  const send = async (subject: string) => {
    await page.getByLabel('Nom', { exact: true }).fill('Passager');
    await page.getByLabel('Adresse e-mail').fill('passager@example.com');
    await page.getByLabel('Objet').fill(subject);
    await page.getByLabel('Message', { exact: true }).fill('Bonjour,\nma carte est perdue.');
    await page.getByRole('button', { name: 'Envoyer le message' }).click();
    await page.getByText('Votre message a bien été envoyé').waitFor();
    expect(await page.getByLabel('Objet').inputValue()).toBe('');
  };
  await page.locator('#leftBlank').fill('https://example.com');
  await send('Machine');
  await send('Personne');

  const token = await logIn(product.origin, SUPERADMIN);
  const { body } = await eventually(
    () => call(product.origin, 'GET', '/api/support/inbox', undefined, { token }),
    ({ body: { messages } }) => messages?.length > 1,
  );
  expect(body.messages).toMatchObject([
    {
      name: 'Passager',
      email: 'passager@example.com',
      subject: 'Personne',
      body: 'Bonjour,\nma carte est perdue.',
      status: 'OPEN',
      handler: null,
    },
    { subject: 'Machine', body: 'Bonjour,\nma carte est perdue.', status: 'SUSPECTED' },
  ]);
});
