import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, signUp } from '../src/api.ts';
import { barriersOf } from '../src/barriers.ts';
import { openBrowser } from '../src/browser.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const STYLES = ['modern', 'minimal', 'buttons'] as const;
const NAMES = [
  'Rochefoucauld-Montbel',
  'Hohenzollern-Sigmaringen',
  'Anne-Sophie de La Rochefoucauld',
  'Donaudampfschifffahrtselektrizitätenhaus',
  'WILHELMINA MWAMBA-WEMBLEY',
];

let directory: TemporaryDirectory;
let product: Product;
let browser: Browser;
let page: Page;
let token: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path);
  ({ token } = await signUp(product.origin));
  browser = await openBrowser();
  page = await browser.newPage({ isMobile: true, hasTouch: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await directory.remove();
});

async function open(name: string, displayStyle: string, more: object = {}): Promise<void> {
  const blocksJson = {
    name,
    company: 'Transferts',
    bio: 'Jour et nuit.',
    phone: '+33 6 39 98 00 01',
    displayStyle,
    ...more,
  };
  const input = { displayName: name, blocksJson, indexable: true };
  const { body } = await call(product.origin, 'POST', '/api/pages', input, { token });
  await page.goto(`${product.origin}/d/${body.page.id}`);
}

/** A text as it lies on its lines. */
function linesOf(element: Locator): Promise<readonly string[]> {
  return element.evaluate(({ firstChild }) => {
    const node = firstChild as Text;
    const lines: { top: number; text: string }[] = [];
    for (let at = 0; at < node.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { top, width } = range.getBoundingClientRect();
      const line = lines.at(-1);
      if (line === undefined || (width > 0 && top > line.top + 5)) lines.push({ top, text: node.data.charAt(at) });
      else line.text += node.data.charAt(at);
    }
    return lines.map(({ text }) => text.trim());
  });
}

describe.each(STYLES)('the %s page', (style) => {
  test('unfolds the introduction and the legal notice, and its policy admits its accent and the data for search engines', async () => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.setViewportSize({ width: 360, height: 640 });
    const accent = '#1e3a8a';
    await open('Zoé', style, { accent, bio: 'Jour et nuit. '.repeat(20), legalNotice: 'Zoé EI\n69002 Lyon' });
    await page.waitForLoadState('networkidle');
    for (const part of ['.pp-bio', '.pp-legal']) {
      await page.locator(`${part} summary`).tap();
      expect(await page.locator(part).getAttribute('open'), part).toBe('');
    }
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'TaxiService', provider: { name: 'Zoé' } });
    const portrait = page.locator('.pp-portrait');
    expect(await portrait.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(30, 58, 138)');
    expect(problems).toEqual([]);
    page.removeAllListeners('console');
  });

  test.each(NAMES)('breaks %s only between words', async (name) => {
    await open(name, style);
    const words = name.replaceAll('-', '\u2011').split(' ');
    for (const width of [320, 360, 640, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      const lines = await linesOf(page.locator('h1'));
      expect({ width, words: lines.flatMap((line) => line.split(' ')) }).toEqual({ width, words });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});

/** Viewports of a phone of 360 × 640 points, in landscape and at 200 % zoom. */
const TURNED = [
  ['lies on its side', 640, 360],
  ['is enlarged twofold', 180, 320],
] as const;

describe('the modern page', () => {
  test.each(TURNED)('has the call beside the photo, on the first screen, if the phone %s', async (_, width, height) => {
    await open('Anne-Sophie de La Rochefoucauld', 'modern');
    await page.setViewportSize({ width, height });
    const [photo, button] = await Promise.all([page.locator('.pp-portrait').boundingBox(), callBox()]);
    if (photo === null || button === null) throw new Error('The page has no photo or no call.');
    expect(button.x).toBeGreaterThanOrEqual(photo.x + photo.width);
    expect(button.y).toBeLessThan(photo.y + photo.height);
    expect(button.y + button.height).toBeLessThanOrEqual(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

test.each(['modern', 'minimal'])('the %s page breaks no handle', async (style) => {
  // A driver has at most twenty pages.
  ({ token } = await signUp(product.origin));
  for (const instagram of ['marie_vtc.genev', 'maxime.duchemin_chauffeurs.vtc']) {
    await open('Samir Haddad', style, { instagram });
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await linesOf(page.locator('.pp-whole').last())).toEqual([`@${instagram}`]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});

test('the minimal page breaks labels of items only between words, also in German', async () => {
  const labels = ['Langues parlées', 'Véhicule', 'Places', 'Paiement par carte', 'Accès fauteuil roulant'];
  // A driver has at most twenty pages.
  ({ token } = await signUp(product.origin));
  await open('Zoé', 'minimal', { customFields: labels.map((name) => ({ name, value: 'Oui' })) });
  const phone = await browser.newPage({ viewport: { width: 360, height: 640 } });
  await phone.goto(`${page.url()}?lang=de`);
  const items = await phone.locator('.pp-item').all();
  const lines = await Promise.all(items.map(linesOf));
  expect(lines.map((each) => each.join(' '))).toEqual([
    'Sprachen',
    'Fahrzeug',
    'Sitzplätze',
    'Kartenzahlung',
    'Rollstuhlgerecht',
  ]);
  await phone.context().close();
});

function callBox() {
  return page.locator('.pp-call').boundingBox();
}

describe('the call', () => {
  // A driver has at most twenty pages.
  beforeAll(async () => {
    ({ token } = await signUp(product.origin));
  });

  test.each(STYLES)('is on the first screen of a turned and of an enlarged %s page', async (style) => {
    const company = 'Transferts et longues distances';
    await open('Anne-Sophie de La Rochefoucauld', style, { company, bio: 'Jour et nuit, sur réservation. '.repeat(6) });
    for (const [, width, height] of TURNED) {
      await page.setViewportSize({ width, height });
      const button = await callBox();
      expect((button?.y ?? height) + (button?.height ?? 0)).toBeLessThanOrEqual(height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});

describe('a request for a ride', () => {
  const CONTACTS = { email: 'zoe@example.fr', whatsapp: '+33 6 39 98 00 01', rideRequests: true };
  /** Of the form with the passenger's language. */
  const FORM_GZIP_BYTES = 5 * 1024;
  const TYPED = { From: 'Wombat street 12', To: 'Quokka airport', Name: 'Numbat' };

  beforeAll(async () => {
    ({ token } = await signUp(product.origin));
  });

  const link = () => page.locator('.pp-ride');
  const form = () => page.getByRole('dialog', { name: 'Request a ride' });
  const openForm = async () => {
    await link().tap();
    await form().waitFor();
  };

  test('leaves the phone only with the message that the passenger opens', async () => {
    const context = await browser.newContext({ isMobile: true, hasTouch: true, viewport: { width: 360, height: 640 } });
    const own = page;
    page = await context.newPage();
    const requests: Request[] = [];
    context.on('request', (request) => requests.push(request));
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    await open('Zoé', 'modern', CONTACTS);
    const address = `${page.url()}?lang=en`;
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const scripts = () => requests.filter((request) => request.resourceType() === 'script');
    const before = scripts().length;
    await openForm();
    const bodies = await Promise.all(
      scripts()
        .slice(before)
        .map(async (request) => (await request.response())?.body()),
    );
    expect(bodies).toHaveLength(2);
    const sizes = bodies.map((body) => gzipSync(body ?? '', { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FORM_GZIP_BYTES);

    await form().getByRole('link', { name: 'Write on WhatsApp' }).tap();
    expect(await form().getByRole('alert').textContent()).toBe('Enter where from or where to: one is enough.');
    // The other fields are folded.
    await form().getByText('More: ').tap();
    // Nothing of a pasted text is cut: the message is refused until it is shorter.
    const from = form().getByLabel('From');
    await from.fill('x'.repeat(101));
    await form().getByRole('link', { name: 'Write on WhatsApp' }).tap();
    expect(await from.evaluate((input: HTMLInputElement) => [input.value.length, input.validationMessage])).toEqual([
      101,
      '100 characters at most.',
    ]);
    for (const [label, text] of Object.entries(TYPED)) await form().getByLabel(label).fill(text);
    expect(await form().getByRole('alert').textContent()).toBe('');
    await page.keyboard.press('Escape');
    expect(await form().count()).toBe(0);
    expect(await link().evaluate((element) => element === document.activeElement)).toBe(true);
    await openForm();
    await page.goBack({ waitUntil: 'commit' });
    await form().waitFor({ state: 'detached' });
    await openForm();
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      form().getByRole('link', { name: 'Write on WhatsApp' }).tap(),
    ]);
    await opened.waitForLoadState();

    const message = new URL(opened.url()).searchParams.get('text') ?? '';
    const words = Object.values(TYPED).map((text) => text.split(' ')[0] ?? '');
    for (const text of Object.values(TYPED)) expect(message.split(text)).toHaveLength(3);
    expect(message).toMatch(/^Bonjour.*\n\nHello/s);
    const leaks = (text: string) => words.some((word) => text.includes(word));
    const leaking = requests
      .filter((request) => leaks(`${request.url()} ${request.postData()}`))
      .map((request) => request.url());
    expect(leaking).toEqual([opened.url()]);
    for (const request of requests) expect(leaks(JSON.stringify(request.headers()))).toBe(false);
    expect(page.url()).toBe(address);
    expect(leaks(product.output().join('\n'))).toBe(false);
    // The phone remembers the request, for this page alone and in one place.
    const kept = await page.evaluate(() => {
      const { lastRides = '', ...others } = { ...localStorage } as Record<string, string>;
      return { lastRides, others: JSON.stringify([others, sessionStorage, document.cookie]) };
    });
    expect([leaks(kept.lastRides), leaks(kept.others)]).toEqual([true, false]);
    expect(JSON.parse(kept.lastRides)).toHaveLength(1);
    const sent = requests.length;
    await page.goto(address);
    await page.locator('.pp-after summary').tap();
    await page.locator('.pp-after').getByRole('link', { name: 'Book again' }).tap();
    await form().getByRole('button', { name: 'The way back' }).tap();
    expect(await form().getByLabel('From').inputValue()).toBe(TYPED.To);
    expect(await barriersOf(page)).toEqual([]);
    await form().getByRole('button', { name: 'Forget it' }).tap();
    expect(await page.evaluate(() => localStorage.getItem('lastRides'))).toBeNull();
    for (const request of requests.slice(sent)) expect(leaks(`${request.url()} ${request.postData()}`)).toBe(false);
    const types = requests.flatMap((request) =>
      request.url().endsWith('/api/public/events') ? [JSON.parse(request.postData() ?? '').type] : [],
    );
    expect(types.filter((type) => type !== 'VIEW')).toEqual(['CLICK_WHATSAPP']);
    await context.close();
    page = own;
  });

  test.each(STYLES)('is accessible and fits on the smallest phone, on the %s page', async (style) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await open('Zoé', style, CONTACTS);
    await page.goto(`${page.url()}?lang=en`);
    await openForm();
    expect(await barriersOf(page)).toEqual([]);
    await form().getByText('More: ').tap();
    await form().getByLabel('Later').tap();
    expect(await barriersOf(page)).toEqual([]);
    const targets = form().locator('input, a, button, summary');
    expect(await targets.count()).toBe(8 + 2 + 2 * 2 + 1 + 3 + 1);
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await form().evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test('leads to the driver if the form cannot be fetched', async () => {
    // Requests of a service worker would pass the routes.
    const context = await browser.newContext({ isMobile: true, hasTouch: true, serviceWorkers: 'block' });
    const own = page;
    page = await context.newPage();
    await page.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    await open('Zoé', 'modern', CONTACTS);
    await page.waitForLoadState('networkidle');
    await page.route('**/assets/*.js', (route) => route.abort());
    await Promise.all([page.waitForURL('https://wa.me/33639980001'), link().tap()]);
    await context.close();
    page = own;
  });
});
