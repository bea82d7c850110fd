import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  call,
  callWithForm,
  logIn,
  pageIsKnown,
  pictureForm,
  readReport,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../src/api.ts';
import { OTHER_ENGINES, type OtherBrowser } from '../src/other-browsers.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Relay, startRelay } from '../src/relay.ts';

const NAME = 'Berline Zoé';
const PASSWORD = 'a long enough password';

let directory: TemporaryDirectory;
let product: Product;
/** The network between the browser and the product. */
let network: Relay;
let origin: string;
let browser: OtherBrowser;

beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, SUPERADMIN_SETTINGS);
  network = await startRelay(new URL(product.origin));
  origin = `http://${network.address}`;
});
afterAll(async () => {
  await network.close();
  await product.stop();
  await directory.remove();
});

/** Whether the page has such an element, with this text in it or as its label. */
function has(selector: string, text = ''): Promise<boolean> {
  return browser.run(
    (wanted, words) =>
      [...document.querySelectorAll(wanted)].some((element) =>
        `${element.getAttribute('aria-label')} ${element.textContent}`.includes(words),
      ),
    selector,
    text,
  );
}
const shows = (selector: string, text?: string) => expect.poll(() => has(selector, text)).toBe(true);

/** Clicks the first such element with this text, scrolled to without the smoothness that drivers do not wait for. */
async function press(selector: string, text = ''): Promise<void> {
  await shows(selector, text);
  await browser.run(
    (wanted, words) => {
      for (const element of document.querySelectorAll('[data-pressed]')) element.removeAttribute('data-pressed');
      const found = [...document.querySelectorAll(wanted)].find((element) =>
        `${element.getAttribute('aria-label')} ${element.textContent}`.includes(words),
      );
      found?.setAttribute('data-pressed', '');
      found?.scrollIntoView({ block: 'center', behavior: 'instant' });
    },
    selector,
    text,
  );
  await browser.click('[data-pressed]');
}

/** Taps open other programs and sites; here only their recording matters. */
function stayHere(): Promise<void> {
  return browser.run(() => {
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a:not([download]):not([data-language])')) event.preventDefault();
    });
  });
}

async function newPage(): Promise<{ readonly id: string; readonly counted: () => Promise<readonly number[]> }> {
  const { token } = await signUp(product.origin);
  const { body: picture } = await callWithForm(product.origin, '/api/pages/upload-image', pictureForm(), { token });
  const phone = '+33 6 39 98 00 01';
  const blocksJson = { name: NAME, phone, whatsapp: phone, email: 'zoe@example.fr', rideRequests: true };
  const input = { displayName: NAME, blocksJson, avatar: picture.imageUrl };
  const { body } = await call(product.origin, 'POST', '/api/pages', input, { token });
  const { id } = body.page;
  await pageIsKnown(product.origin, id);
  return {
    id,
    async counted() {
      const { views, clicksByType } = (await readReport(product.origin, token, id)).summary;
      return [views, clicksByType.call, clicksByType.whatsapp, clicksByType.vcard];
    },
  };
}

describe.each(OTHER_ENGINES)('in $name', ({ name, installed, packages, start }) => {
  beforeAll(() => {
    const missing = `${name} is not installed, so its flows are skipped: apt-get install ${packages}\n`;
    if (!installed) process.stderr.write(missing);
  });
  beforeEach(async ({ skip }) => {
    skip(!installed);
    browser = await start();
  });
  afterEach(async () => {
    network.mend();
    if (installed) await browser.close();
  });

  test('a passenger changes the language, calls, saves the contact and asks for a ride', async () => {
    const { id, counted } = await newPage();
    await browser.open(`${origin}/d/${id}`);
    await shows('h1', NAME);
    await shows('html[lang=fr]');
    const photo = () => browser.run(() => document.querySelector<HTMLImageElement>('.pp-portrait img')?.naturalWidth);
    await expect.poll(photo).toBe(1);
    if (!(await has('[data-language=en]:not(details *)'))) await press('.pp-languages summary');
    await press('[data-language=en]');
    await shows('html[lang=en]');
    await shows('h1', NAME);
    await stayHere();
    await press('.pp-call');
    await press('.pp-save');
    await shows('[role=status]', 'Open the file');
    await press('.pp-ride');
    await shows('dialog[open] h2', 'Request a ride');
    await browser.type('#ride-from', 'Gare de Lyon');
    await shows('.ride-way[href*="Gare%20de%20Lyon"]');
    await press('.ride-way', 'WhatsApp');
    await press('.ride-close');
    await expect.poll(() => has('dialog')).toBe(false);
    await expect.poll(counted).toEqual([1, 1, 1, 1]);
  });

  test('a page that was opened before shows without a network, and its events count once later', async () => {
    const { id, counted } = await newPage();
    await browser.open(`${origin}/d/${id}`);
    await expect.poll(() => browser.run(async (path) => (await caches.match(path))?.ok, `/d/${id}`)).toBe(true);
    await browser.run(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(counted).toEqual([1, 0, 0, 0]);
    network.cut();
    await browser.open(`${origin}/d/${id}?s=qr`);
    await shows('h1', NAME);
    await stayHere();
    await press('.pp-call');
    const waiting = () => browser.run(async () => (await (await caches.open('volant-outbox')).keys()).length);
    await expect.poll(waiting).toBe(2);
    network.mend();
    await browser.run(() => void dispatchEvent(new Event('online')));
    await expect.poll(waiting).toBe(0);
    await expect.poll(counted).toEqual([2, 1, 0, 0]);
  });

  test('a driver signs up from a card, shows its code and reads its figures', async () => {
    const admin = await logIn(product.origin, SUPERADMIN);
    const { body } = await call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1 }, { token: admin });
    const { id } = body.links[0];
    await browser.open(`${origin}/d/${id}?lang=en`);
    await press('main button', 'Sign up');
    const username = `d${Date.now().toString(36)}`;
    await shows('input[name=email]');
    await browser.type('input[name=email]', `${username}@example.com`);
    await browser.type('input[name=username]', username);
    await browser.type('input[name=password]', PASSWORD);
    await browser.type('input[name=confirmPassword]', PASSWORD);
    await press('main button', 'Create my account');
    await shows('article', id);

    await press('article button', 'Share');
    await press('[role=dialog] button', 'Show full screen');
    await shows('.show-card:popover-open svg');
    await press('.show-card button', 'Back');
    await expect.poll(() => has('.show-card:popover-open')).toBe(false);
    await press('[role=dialog] button[aria-label]', 'Close');
    await expect.poll(() => has('[role=dialog]')).toBe(false);

    await press('article button', 'Analytics');
    await shows('[role=dialog]', 'Views');
    await press('[role=dialog] summary');
    await shows('[role=dialog] td');
  });
});
