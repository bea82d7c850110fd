import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { call, type Person, SUPERADMIN_SETTINGS } from './api.ts';
import { OTHER_ENGINES, type OtherBrowser } from './other-browsers.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from './product.ts';
import { type Relay, startRelay } from './relay.ts';

/** A browser as a person uses it, alike in every engine. */
export interface Hands extends OtherBrowser {
  /** Whether the page has such an element, with this text in it or as its label. */
  has(selector: string, text?: string): Promise<boolean>;
  /** Waits until it has. */
  shows(selector: string, text?: string): Promise<void>;
  /** Waits until it has none any more. */
  hides(selector: string, text?: string): Promise<void>;
  /** Clicks the first such element with this text. */
  press(selector: string, text?: string): Promise<void>;
  /** Chooses a file in the only field for files. */
  choose(file: Uint8Array, name: string, type: string): Promise<void>;
}

/** A product behind a network that can be cut, for the flows of one file, and browsers in it. */
export interface Place {
  /** As browsers reach it. */
  readonly origin: string;
  /** As the test reaches it, also while browsers cannot. */
  readonly product: Product;
  readonly network: Relay;
  readonly hands: Hands;
  /** A second person with a browser of their own. */
  another(): Promise<Hands>;
}

/** Declares these tests for each of the other engines, in a browser of its own for each test. */
export function inOtherBrowsers(declare: (place: Place) => void): void {
  let directory: TemporaryDirectory;
  let opened: Hands[] = [];
  // Filled before each test.
  const place = {} as { -readonly [Part in keyof Place]: Place[Part] };

  beforeAll(async () => {
    directory = await temporaryDirectory();
    place.product = await startProduct(directory.path, SUPERADMIN_SETTINGS);
    place.network = await startRelay(new URL(place.product.origin));
    place.origin = `http://${place.network.address}`;
  });
  afterAll(async () => {
    await place.network.close();
    await place.product.stop();
    await directory.remove();
  });

  describe.each(OTHER_ENGINES)('in $name', ({ name, installed, packages, start }) => {
    beforeAll(() => {
      const missing = `${name} is not installed, so its flows are skipped: apt-get install ${packages}\n`;
      if (!installed) process.stderr.write(missing);
    });
    beforeEach(async ({ skip }) => {
      skip(!installed);
      place.another = async () => {
        const hands = handsOn(await start());
        opened.push(hands);
        return hands;
      };
      place.hands = await place.another();
    });
    afterEach(async () => {
      place.network.mend();
      for (const hands of opened) await hands.close();
      opened = [];
    });
    declare(place);
  });
}

/** Signs somebody in, in English. */
export async function signIn({ origin, product }: Place, { token }: Person, hands: Hands): Promise<void> {
  const { user } = (await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).body;
  await hands.open(`${origin}/login?lang=en`);
  await hands.run((session) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('session', session);
  }, JSON.stringify({ token, user }));
}

function handsOn(browser: OtherBrowser): Hands {
  const has = (selector: string, text = '') =>
    browser.run(
      (target, words) =>
        [...document.querySelectorAll(target)].some((element) =>
          `${element.getAttribute('aria-label')} ${element.textContent}`.includes(words),
        ),
      selector,
      text,
    );
  const shows = (selector: string, text = '') =>
    expect.poll(() => has(selector, text), { message: `${selector} ${text}` }).toBe(true);
  return {
    ...browser,
    has,
    shows,
    async type(selector, text) {
      await shows(selector);
      await browser.type(selector, text);
    },
    hides: (selector, text = '') =>
      expect.poll(() => has(selector, text), { message: `${selector} ${text}` }).toBe(false),
    async press(selector, text = '') {
      await shows(selector, text);
      // Scrolled to without the smoothness that drivers do not wait for.
      await browser.run(
        (target, words) => {
          for (const element of document.querySelectorAll('[data-pressed]')) element.removeAttribute('data-pressed');
          const found = [...document.querySelectorAll(target)].find((element) =>
            `${element.getAttribute('aria-label')} ${element.textContent}`.includes(words),
          );
          found?.setAttribute('data-pressed', '');
          found?.scrollIntoView({ block: 'center', behavior: 'instant' });
        },
        selector,
        text,
      );
      await browser.click('[data-pressed]');
    },
    // The drivers have no pickers: the page gets the file as from one.
    choose: (file, name, type) =>
      browser.run(
        (bytes, called, kind) => {
          const field = document.querySelector<HTMLInputElement>('input[type=file]');
          const chosen = new DataTransfer();
          chosen.items.add(new File([new Uint8Array(bytes)], called, { type: kind }));
          if (field === null) throw new Error('no field for files');
          field.files = chosen.files;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        [...file],
        name,
        type,
      ),
  };
}
