import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, eventually, logIn, readReport, SUPERADMIN, someAddress } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { useSharedProduct } from '../src/shared-product.ts';

/** Labels of the screens in the default language; most other tests read them in English. */
const WORDS = {
  email: 'Adresse e-mail',
  username: /^Nom d’utilisateur/,
  password: 'Mot de passe',
  confirm: /^Confirme/,
  signup: /^Créer mon compte/,
  claim: /^Activer/,
  pageId: /^Identifiant/,
  titleAndVisibility: 'Titre et visibilité',
  displayName: 'Titre de la page',
  name: /^Nom complet/,
  phone: /^Téléphone/,
  mail: /^E-mail/,
  website: /^Site/,
  addItem: /^Ajouter/,
  itemName: /^Nom$/,
  itemValue: /^Valeur/,
  save: /^Enregistrer/,
  saved: 'La page est enregistrée',
  saveContact: 'Enregistrer le contact',
  analytics: /^Statistiques/,
  details: 'Détails',
  steps: 'Votre carte en trois étapes',
  screenSignup: 'Créer un compte',
  allFields: 'Tous les champs',
};

const PASSWORD = 'a long enough password';

const product = useSharedProduct();
let browser: Browser;
let context: BrowserContext;
let admin: string;
let problems: string[];

beforeAll(async () => {
  browser = await openBrowser();
  admin = await logIn(product.origin, SUPERADMIN);
});

afterAll(() => browser.close());

beforeEach(() => {
  problems = [];
});

afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

/** A new card; a gateway of its own process knows it a moment after it was made. */
async function card(): Promise<string> {
  const { body } = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, { token: admin });
  const { id } = body.links[0];
  await eventually(
    () => fetch(`${product.origin}/d/${id}`, { headers: { 'x-forwarded-for': someAddress() } }),
    ({ status }) => status === 200,
  );
  return id;
}

/** A browser in French; the test fails if its console shows an error. */
async function open(): Promise<Page> {
  const opened = await browser.newContext({
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    acceptDownloads: true,
  });
  await opened.addInitScript(() => localStorage.setItem('language', 'fr'));
  context = opened;
  const page = await opened.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return page;
}

async function fillSignup(page: Page, name: string): Promise<void> {
  await page.getByLabel(WORDS.email).fill(`${name}@example.com`);
  await page.getByLabel(WORDS.username).fill(name);
  await page.getByLabel(WORDS.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(WORDS.confirm).fill(PASSWORD);
  await page.getByRole('button', { name: WORDS.signup }).click();
}

const field = (page: Page, label: string | RegExp): Locator => page.getByRole('textbox', { name: label }).first();

const unique = () => `d${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

test('sign up, claim, edit, view as a passenger, tap every kind of link, and read exactly those counts', async () => {
  const id = await card();
  const page = await open();
  const name = unique();

  await page.goto(`${product.origin}/signup`);
  await fillSignup(page, name);
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { level: 1, name: WORDS.steps }).waitFor();

  await page.goto(`${product.origin}/claim`);
  await field(page, WORDS.pageId).fill(`${product.origin}/d/${id}.html`);
  await page.getByRole('button', { name: WORDS.claim }).click();
  await page.waitForURL(`**/editor/${id}`);
  await page.getByRole('button', { name: WORDS.allFields }).click();

  await page.getByText(WORDS.titleAndVisibility).click();
  await field(page, WORDS.displayName).fill(`Card of ${name}`);
  await field(page, WORDS.name).fill('Zoé D’Été; SARL');
  await field(page, WORDS.phone).fill('+33 6 39 98 00 07');
  await field(page, 'WhatsApp').fill('+33 6 39 98 00 07');
  await field(page, WORDS.mail).fill('ride@example.com');
  await field(page, WORDS.website).fill('ride.example.com');
  await field(page, 'Instagram').fill('@ride.example');
  for (const [itemName, value] of [
    ['Booking', 'booking.example.com'],
    ['Plate', 'AA-123-AA'],
  ] as const) {
    // On a phone, the new item closes the one before.
    await page.getByRole('button', { name: WORDS.addItem }).click();
    await page.getByRole('textbox', { name: WORDS.itemName, exact: true }).last().fill(itemName);
    await page.getByRole('textbox', { name: WORDS.itemValue }).last().fill(value);
  }
  await page.getByRole('button', { name: WORDS.save, exact: true }).first().click();
  await page.getByText(WORDS.saved).first().waitFor();

  const token = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('session') ?? localStorage.getItem('session') ?? '{}').token as string,
  );
  const report = () => readReport(product.origin, token, id);
  await eventually(
    () => call(product.origin, 'GET', `/api/public/pages/${id}`),
    ({ body }) => body.blocks?.phone === '+33 6 39 98 00 07',
  );

  await context.close();
  const passenger = await open();
  await passenger.goto(`${product.origin}/d/${id}?s=qr`);
  await passenger.getByRole('heading', { level: 1, name: 'Zoé D’Été; SARL' }).waitFor();
  await eventually(report, ({ summary }) => summary?.views === 1);

  // Taps open other programs and sites; here only their recording matters.
  await passenger.evaluate(() => {
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a:not([download])')) event.preventDefault();
    });
  });
  const taps = ['a[href^="tel:"]', 'a[href^="https://wa.me/33639980007"]', 'a[href="mailto:ride@example.com"]'];
  for (const target of [
    ...taps,
    'a[href^="https://ride.example.com"]',
    'a[href*="instagram.com/ride.example"]',
    'a[href^="https://booking.example.com"]',
  ]) {
    await passenger.locator(target).first().click();
  }
  await passenger.getByText('AA-123-AA').first().click();
  const download = passenger.waitForEvent('download');
  await passenger.getByRole('link', { name: WORDS.saveContact }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.vcf$/);
  const vcard = await readFile(await saved.path(), 'utf8');
  expect(vcard).toContain('VERSION:3.0\r\n');
  expect(vcard).toContain('FN:Zoé D’Été\\; SARL\r\n');
  expect(vcard).toMatch(/TEL[^:]*:\+?33 ?6/);

  const seen = await eventually(report, ({ summary }) => summary?.clicks === 8);
  expect(seen.summary).toMatchObject({
    views: 1,
    clicks: 8,
    clicksByType: { call: 1, whatsapp: 1, email: 1, website: 1, instagram: 1, vcard: 1, customFields: 2 },
    customFieldsBreakdown: { Booking: 1, Plate: 1 },
  });

  await context.close();
  const driver = await open();
  await driver.addInitScript(
    (value) => sessionStorage.setItem('session', value),
    JSON.stringify({
      token,
      user: (await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).body.user,
    }),
  );
  await driver.goto(`${product.origin}/dashboard`);
  await driver.getByText(`Card of ${name}`).first().waitFor();
  await driver.getByRole('button', { name: WORDS.analytics }).click();
  const modal = driver.getByRole('dialog');
  await modal.getByText(WORDS.details).click();
  await modal.getByText('Booking').first().waitFor();
  expect(await modal.textContent()).toMatch(/8/);
  const rows = modal.getByRole('table').first().getByRole('row');
  expect(await rows.count()).toBe(31);
  expect(((await rows.nth(1).textContent()) ?? '').replaceAll(/\s/g, '')).toMatch(/181$/);
  await driver.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
});

test('a visitor who signs up on the way gets the card they scanned', async () => {
  const id = await card();
  const page = await open();
  const name = unique();
  const operations: { readonly operationName: string }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) operations.push(request.postDataJSON());
  });

  await page.goto(`${product.origin}/d/${id}`);
  await page.getByRole('main').getByRole('button', { name: WORDS.screenSignup }).click();
  await page.waitForURL('**/signup');
  await fillSignup(page, name);
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { level: 1, name: WORDS.steps }).waitFor();
  expect(await page.locator('.first-steps__intro').count()).toBe(0);
  expect(operations.filter(({ operationName }) => operationName === 'ClaimPage')).toMatchObject([
    { variables: { id } },
  ]);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingPage'))).toBeNull();
});
