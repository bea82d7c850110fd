import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, callWithForm, createPage, pageIsKnown, pictureForm, readReport, signUp } from '../src/api.ts';
import { openBrowser, openProfile } from '../src/browser.ts';
import { temporaryDirectory } from '../src/product.ts';
import { type Relay, startRelay } from '../src/relay.ts';
import { useSharedProduct } from '../src/shared-product.ts';

/** Longer than the service worker waits for the network. */
const SLOW_MS = 6_000;

const product = useSharedProduct();
/** The network between the phone and the product. */
let network: Relay;
let origin: string;
let browser: Browser;
let context: BrowserContext;
let token: string;
let id: string;

beforeAll(async () => {
  network = await startRelay(new URL(product.origin));
  origin = `http://${network.address}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

beforeEach(async () => {
  ({ token } = await signUp(product.origin));
  id = await createPage(product.origin, token, 'Berline Zoé');
  await pageIsKnown(product.origin, id);
  context = await browser.newContext({ isMobile: true, hasTouch: true, viewport: { width: 360, height: 640 } });
});
afterEach(async () => {
  network.mend();
  network.delay(() => 0);
  await context.close();
});

const path = (query = '') => `${origin}/d/${id}${query}`;
const save = (changes: object) => call(product.origin, 'PATCH', `/api/pages/${id}`, changes, { token });
const heading = (page: Page) => page.locator('h1').textContent();

function cachedFiles(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('volant-page '));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}

/** Opens the page, and waits until the browser has cached it. */
async function visit(query = ''): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path(query));
  await expect.poll(() => cachedFiles(page)).toContain(`/d/${id}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

/** Number of events that could not be sent yet. */
function waiting(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('volant-outbox')).keys()).length);
}

/** The views and calls that the driver sees. */
async function counted(): Promise<readonly [number, number]> {
  const { summary } = await readReport(product.origin, token, id);
  return [summary.views, summary.clicksByType.call];
}

test('a page that was opened once shows and works without a network, and its events count once later', async () => {
  const { body } = await callWithForm(product.origin, '/api/pages/upload-image', pictureForm(), { token });
  await save({ avatar: body.imageUrl });
  const page = await visit('?lang=en');
  expect(await cachedFiles(page)).toContain(body.imageUrl);
  // The first visit passed no service worker.
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await expect.poll(counted).toEqual([1, 0]);

  network.cut();
  await page.goto(path('?s=qr'));
  expect(await heading(page)).toBe('Berline Zoé');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  const photo = page.locator('.pp-portrait img');
  expect(await photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(1);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Save contact').first().tap()]);
  expect(file.suggestedFilename()).toBe('Berline Zoé.vcf');
  await page.locator('.pp-call').tap();
  await expect.poll(() => waiting(page)).toBe(3);

  network.mend();
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/public/events')),
    page.evaluate(() => dispatchEvent(new Event('online'))),
  ]);
  await expect.poll(() => waiting(page)).toBe(0);
  await expect.poll(counted).toEqual([2, 1]);
  // Sent once more, as after a lost response.
  await call(product.origin, 'POST', '/api/public/events', sent.postData());
  await page.reload();
  await expect.poll(counted).toEqual([3, 1]);
});

test('taps of a closed tab are sent with the next visit of any page', async () => {
  const other = await createPage(product.origin, token, 'Van Zoé');
  await pageIsKnown(product.origin, other);
  const page = await visit();
  await expect.poll(counted).toEqual([1, 0]);
  network.cut();
  await page.goto(path());
  await page.locator('.pp-call').tap();
  await expect.poll(() => waiting(page)).toBe(2);
  await page.close();

  network.mend();
  await (await context.newPage()).goto(`${origin}/d/${other}`);
  await expect.poll(counted).toEqual([2, 1]);
});

test('a browser with background sync sends them after the tab is closed', async () => {
  const page = await visit();
  const worker = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await worker.send('ServiceWorker.enable');
  const registrationId = await registration;
  await expect.poll(counted).toEqual([1, 0]);
  network.cut();
  await page.goto(path());
  await page.locator('.pp-call').tap();
  await expect.poll(() => waiting(page)).toBe(2);
  await page.goto('about:blank');
  network.mend();
  await worker.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'volant-outbox',
    lastChance: false,
  });
  await expect.poll(counted).toEqual([2, 1]);
});

test('a passenger with a network sees the newest page, and later without one too', async () => {
  const page = await visit();
  await save({ displayName: 'Berline Léa', blocksJson: { name: 'Berline Léa' } });
  await page.goto(path());
  expect(await heading(page)).toBe('Berline Léa');
  const copy = () =>
    page.evaluate(async (address) => (await caches.match(address))?.text(), `/d/${id}`).then((text) => text ?? '');
  await expect.poll(copy).toContain('Berline Léa');
  network.cut();
  await page.goto(path('?s=nfc'));
  expect(await heading(page)).toBe('Berline Léa');
});

test('a deactivated page is not shown from its copy, neither at once nor later', async () => {
  const page = await visit();
  await save({ state: 'INACTIVE' });
  await page.goto(path());
  await page.getByText('Berline Zoé').waitFor();
  expect(await page.locator('.pp').count()).toBe(0);
  await expect.poll(() => cachedFiles(page)).toEqual([]);
  network.cut();
  await expect(page.goto(path())).rejects.toThrow('ERR_');
});

test('a slow network shows the copy, and takes it back if the page has been deactivated', async () => {
  const page = await visit();
  await save({ state: 'INACTIVE' });
  network.delay(() => SLOW_MS);
  await page.goto(path(), { waitUntil: 'commit' });
  await page.locator('.pp').waitFor();
  network.delay(() => 0);
  await page.locator('.pp').waitFor({ state: 'detached' });
  await expect.poll(() => cachedFiles(page)).toEqual([]);
});

test('nothing but public documents and files is cached', async () => {
  const page = await visit();
  await page.goto(path());
  let cached: readonly string[] = [];
  // The second visit replaces the copy of the first.
  const files = async () => {
    cached = await cachedFiles(page);
    return cached.length;
  };
  await expect.poll(files).toBeGreaterThan(1);
  for (const address of cached)
    expect(address).toMatch(/^\/(?:d\/[\w-]+$|d\/[\w-]+\/qr\.svg$|assets\/|uploads\/|icons\/)/);
});

test('a driver who once opened the pages shows the code without a network, from the start of the app', async () => {
  const { user } = (await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).body;
  const page = await context.newPage();
  await page.goto(`${origin}/login?lang=en`);
  await page.evaluate((session) => {
    localStorage.setItem('session', session);
  }, JSON.stringify({ token, user }));
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('article').waitFor();
  await expect.poll(() => cachedFiles(page)).toContain('/dashboard');
  for (const address of await cachedFiles(page)) {
    expect(address).toMatch(/^\/(?:dashboard|preferences\.js|site\.json)$|^\/(?:assets|uploads)\//);
  }
  await page.close();

  network.cut();
  const app = await context.newPage();
  await app.goto(`${origin}/dashboard`);
  await app.getByRole('heading', { name: 'Your cards, without a network' }).waitFor();
  await app.getByRole('button', { name: 'Share Berline Zoé' }).tap();
  await app.getByRole('button', { name: 'Show full screen' }).tap();
  await app.locator('.show-card').getByRole('img', { name: 'QR code of Berline Zoé' }).waitFor();
  expect(await app.locator('.show-card__address').textContent()).toBe(path());

  network.mend();
  await app.keyboard.press('Escape');
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: 'Try again' }).tap();
  await app.getByRole('article').waitFor();
  // The start of another visit shows the screen from the network.
  await app.reload();
  await app.getByRole('article').waitFor();
});

test('the client can be installed as an app that opens with the pages of the driver', async () => {
  // Browsers install nothing from a private window, which other contexts are.
  const profile = await temporaryDirectory();
  const installing = await openProfile(profile.path, []);
  const page = await installing.newPage();
  await page.goto(`${origin}/login`);
  const session = await installing.newCDPSession(page);
  const { errors, manifest } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({ startUrl: `${origin}/dashboard`, display: 'kStandalone' });
  expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  await installing.close();
  await profile.remove();
});
