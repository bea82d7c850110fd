import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually, logIn, SUPERADMIN, someAddress } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

test("a person's message reaches the inbox, a machine's is set apart, and both get the same thanks", async () => {
  const email = `${randomUUID()}@example.com`;
  const page = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  await page.goto(`${product.origin}/contact`);
  const send = async (subject: string) => {
    await page.getByLabel('Nom', { exact: true }).fill('Passager');
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Objet').fill(subject);
    await page.getByLabel('Message', { exact: true }).fill('Bonjour,\nma carte est perdue.');
    await page.getByRole('button', { name: 'Envoyer le message' }).click();
    await page.getByText('Votre message a bien été envoyé').waitFor();
    await page.getByRole('link', { name: 'Envoyer un autre message' }).click();
    expect(await page.getByLabel('Objet').inputValue()).toBe('');
  };
  await page.locator('#leftBlank').fill('https://example.com');
  await send('Machine');
  await send('Personne');

  const token = await logIn(product.origin, SUPERADMIN);
  const own = await eventually(
    async () => {
      const { body } = await call(product.origin, 'GET', '/api/support/inbox', undefined, { token });
      return body.messages.filter((message: { email: string }) => message.email === email);
    },
    ({ length }) => length > 1,
  );
  expect(own).toMatchObject([
    {
      name: 'Passager',
      email,
      subject: 'Personne',
      body: 'Bonjour,\nma carte est perdue.',
      status: 'OPEN',
      handler: null,
    },
    { subject: 'Machine', body: 'Bonjour,\nma carte est perdue.', status: 'SUSPECTED' },
  ]);
});
