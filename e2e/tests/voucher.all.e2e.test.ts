import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createPage, pageIsKnown, SUPERADMIN_SETTINGS, signUp } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Relay, startRelay } from '../src/relay.ts';

const RIDES = 20;
/** Words of rides that occur nowhere else. */
const CLIENT = 'Zwaantje';
const PLACE = 'Quai Xylophone';
const PHONE = '0698765432';
const PRICE = '86420,75';
const ADDRESS = '7 allée Kumquat';

let directory: TemporaryDirectory;
let product: Awaited<ReturnType<typeof startProduct>>;
let network: Relay;
let origin: string;
let browser: Browser;
let context: BrowserContext;
/** Everything that the browser asked any server for. */
const requests: string[] = [];

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, SUPERADMIN_SETTINGS);
  network = await startRelay(new URL(product.origin));
  origin = `http://${network.address}`;
  browser = await openBrowser();
  context = await browser.newContext({
    isMobile: true,
    hasTouch: true,
    viewport: { width: 360, height: 640 },
    locale: 'fr-FR',
  });
  context.on('request', (request) => {
    // The driver of the browser adds what follows `#`, which no server is sent.
    const [address = ''] = request.url().split('#', 1);
    requests.push([address, request.postData() ?? '', JSON.stringify(request.headers())].join('\n'));
  });
});
afterAll(async () => {
  await browser.close();
  await network.close();
  await product.stop();
  await directory.remove();
});

/** Opens the form for rides at a later time. */
async function openForm(page: Page): Promise<void> {
  await page.locator('.pp-ride').click();
  await page.locator('dialog.ride .ride-when label').nth(1).click();
  await page.locator('dialog.ride summary').click();
  await page.locator('#ride-day').fill(new Date(Date.now() + 86_400_000).toLocaleDateString('sv'));
  await page.locator('#ride-time').fill('12:30');
}

/** The link at the end of the message that a passenger sends from the page. */
async function requestRide(page: Page, number: number): Promise<string> {
  await page.locator('#ride-from').fill(`${number} ${PLACE}`);
  await page.locator('#ride-name').fill(`${CLIENT} ${number}`);
  const href = (await page.locator('.ride-way').first().getAttribute('href')) ?? '';
  const link = new URL(href).searchParams.get('text')?.split('\n').at(-1) ?? '';
  expect(link.length).toBeLessThanOrEqual(400);
  return link;
}

/** All bytes of the files below a folder. */
function stored(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test('a day of rides becomes vouchers in two taps each without a network, and no word of them leaves the phone', async () => {
  const { token } = await signUp(product.origin);
  const id = await createPage(product.origin, token, 'Berline Démo');
  const blocksJson = {
    name: 'Berline Démo',
    phone: '06 39 98 00 01',
    whatsapp: '+33639980001',
    rideRequests: true,
    trade: 'vtc',
  };
  await call(product.origin, 'PATCH', `/api/pages/${id}`, { blocksJson }, { token });
  await pageIsKnown(product.origin, id);

  const passenger = await context.newPage();
  await passenger.goto(`${origin}/d/${id}`);
  await passenger.locator('.pp-ride[data-voucher]').waitFor();
  await openForm(passenger);
  const links: string[] = [];
  for (let number = 1; number <= RIDES; number += 1) links.push(await requestRide(passenger, number));
  await passenger.close();

  // The driver has opened the screen once, with a network.
  const driver = await context.newPage();
  await driver.goto(`${origin}/bon`);
  const cached = () =>
    driver.evaluate(async () => {
      const name = 'volant-page /bon';
      // The document is stored last.
      return (await caches.has(name)) && (await (await caches.open(name)).match('/bon')) !== undefined;
    });
  await expect.poll(cached).toBe(true);
  await driver.evaluate(() => navigator.serviceWorker.ready);
  network.cut();
  for (const [index, link] of links.entries()) {
    // First tap: the link in the message.
    // Later ones open in the same tab.
    if (index === 0) await driver.goto('about:blank');
    await driver.goto(link);
    await driver.getByLabel('Téléphone du client').fill(PHONE);
    if (index === 0) {
      await driver.getByLabel('Nom ou société de l’exploitant').fill('Berline Démo');
      await driver.getByLabel('Téléphone de l’exploitant').fill('06 39 98 00 01');
      await driver.getByLabel('SIREN').fill('732 829 320');
      await driver.getByLabel('Numéro au registre des VTC').fill('EVTC069200001');
    }
    // Second tap.
    await driver.getByRole('button', { name: 'Établir le bon' }).click();
    await driver.getByText('Le bon est établi').waitFor();
  }
  const controls = driver.getByRole('link', { name: /^Montrer le bon de/ });
  expect(await controls.count()).toBe(RIDES);
  // A ride that is done has its receipt, without a network too.
  const ride = driver.locator('.ride-card').first();
  await ride.locator('summary').click();
  await ride.getByLabel('État').selectOption({ label: 'Faite' });
  await ride.getByRole('link', { name: 'Établir le reçu' }).click();
  await driver.getByLabel(/^Prix en euros/).fill(PRICE);
  await driver.getByLabel('TVA').selectOption('none');
  await driver.getByLabel('Paiement').selectOption('cash');
  await driver.getByLabel('Adresse de l’entreprise').fill(ADDRESS);
  await driver.getByRole('button', { name: 'Établir le reçu' }).click();
  await driver.getByText(/^Le reçu n° \S+-0001 est établi/).waitFor();
  // Third tap: what the officer reads.
  await controls.first().click();
  const control = driver.locator('dialog.control[open]');
  await control.waitFor();
  expect(await control.textContent()).toContain('EVTC069200001');
  const officer = await context.newPage();
  await officer.goto(driver.url());
  await officer.locator('dialog.control[open]').getByText(PLACE).first().waitFor();
  network.mend();
  // What waited for the network is sent now.
  await driver.goto('about:blank');
  await driver.goto(`${origin}/bon`);
  await controls.first().waitFor();

  const words = [
    ...[CLIENT, PLACE, PLACE.replace(' ', '%20'), PHONE, '+33698765432', PRICE, '8642075', 'Kumquat'],
    links[0]?.split('#')[1] ?? '-',
  ];
  for (const word of words) {
    expect([word, requests.filter((request) => request.includes(word))]).toEqual([word, []]);
  }
  const files = stored(directory.path) + product.output().join('\n');
  expect(files).toContain(id);
  for (const word of words) expect([word, files.includes(word)]).toEqual([word, false]);
});
