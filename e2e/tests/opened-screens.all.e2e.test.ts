import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, eventually } from '../src/api.ts';
import { barriersOf } from '../src/barriers.ts';
import { isTried, REST } from '../src/cases.ts';
import { type DemoInBrowser, openDemo } from '../src/demo-in-browser.ts';
import { tabTo } from '../src/keyboard.ts';
import { ROOT } from '../src/product.ts';
import { type Look, openLook, settled, type Visitor } from '../src/screens.ts';

/** Of the batch, the message and the webhook that are opened. */
const ids = { batch: '', message: '', webhook: '' };
let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openDemo();
  const { origin } = demo.product;
  const { token } = JSON.parse(demo.sessions.admin);
  const { body } = await call(origin, 'POST', '/api/admin/pages/bulk', { quantity: 3, prefixNote: 'Lyon' }, { token });
  ids.batch = path.basename(body.excelFile, '.xlsx');
  const input = { name: 'Awa', email: 'awa@example.com', subject: 'Keys', message: 'I left my keys in a car.' };
  await call(origin, 'POST', '/api/support/contact', input);
  const inbox = await call(origin, 'GET', '/api/support/inbox', undefined, { token });
  ids.message = inbox.body.messages.find(({ subject }: { subject: string }) => subject === 'Keys').id;
  // Leads nowhere, so its messages fail.
  const settings = { name: 'Shop', url: 'https://webhook.invalid/volant', types: ['PAGE_CLAIMED'], enabled: true };
  const added = await call(origin, 'POST', '/api/admin/webhooks', settings, { token });
  ids.webhook = added.body.webhook.id;
  const webhook = `/api/admin/webhooks/${ids.webhook}`;
  await call(origin, 'POST', `${webhook}/test`, undefined, { token });
  await eventually(
    () => call(origin, 'GET', `${webhook}/deliveries`, undefined, { token }),
    ({ body }) => body.deliveries.length > 0,
  );
});
afterAll(() => demo.close());

/** Presses the button with this text of the dictionary, whatever number it tells. */
type Press = (key: string) => Promise<void>;

interface Opened {
  readonly name: string;
  readonly visitor: Visitor;
  readonly address: () => string;
  readonly open?: (page: Page, press: Press) => Promise<void>;
  /** Whether it opens in the screen instead of over it. */
  readonly isPart?: true;
  /** Of a dialog that only an answer closes. */
  readonly role?: 'alertdialog';
}

const presses =
  (...keys: readonly string[]) =>
  async (_: Page, press: Press) => {
    for (const key of keys) await press(key);
  };
const tab = (name: string) => () => `/admin?tab=${name}`;
const batch = () => `/admin?tab=batches&batch=${ids.batch}`;
const admin = (name: string, address: () => string, open: NonNullable<Opened['open']>): Opened => ({
  name,
  visitor: 'admin',
  address,
  open,
});
const rows = () => '/admin';
const DRIVERS = { visitor: 'driver', address: () => '/account', role: 'alertdialog' } as const;

/** Dialogs and parts of screens without an address of their own, and the screens of one batch and one message. */
const OPENED: readonly Opened[] = [
  admin('print', rows, async (page, press) => {
    await page.locator('[data-row="0"]').getByRole('checkbox').click();
    await press('adminPages.printTicked_one');
  }),
  admin('change', rows, async (page, press) => {
    await page.locator('[data-row="0"]').getByRole('checkbox').click();
    await press('adminPages.changeOpen');
  }),
  admin(
    'reason',
    () => '/admin?search=van',
    async (page, press) => {
      await press('adminPages.actionsOf');
      await press('adminPages.editShort');
      await page.getByRole('dialog').getByRole('combobox').first().selectOption('DEACTIVATED');
    },
  ),
  admin('user', tab('users'), async (page) => {
    await page.locator('[data-row="0"] button').click();
  }),
  admin('export', rows, presses('adminCards.moreActions', 'exporting.open')),
  admin('shortcuts', rows, async (page) => {
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('?');
  }),
  admin('webhook', tab('webhooks'), presses('adminWebhooks.add')),
  admin('token', tab('tokens'), presses('adminTokens.add')),
  admin('announcement', tab('announcements'), presses('adminAnnouncements.add')),
  { name: 'batch', visitor: 'admin', address: batch, isPart: true },
  admin('note of a batch', batch, presses('adminCards.moreActions', 'adminBatches.noteChange')),
  admin('print of a batch', batch, presses('adminBatches.print_other')),
  admin('list of a batch', batch, presses('adminCards.moreActions', 'adminBatches.readList')),
  admin('chips', batch, presses('adminCards.nfc')),
  { name: 'message', visitor: 'support', address: () => `/support?message=${ids.message}`, isPart: true },
  {
    name: 'canned replies',
    visitor: 'support',
    address: () => `/support?message=${ids.message}`,
    open: async (page, press) => {
      await press('support.moreWays');
      await press('support.canned');
      // The list of replies opens with its field, over the button.
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('Escape');
      await press('support.cannedManage');
    },
  },
  { ...DRIVERS, name: 'second factor', open: presses('account.factorStart') },
  { ...DRIVERS, name: 'passkey', open: presses('account.passkeyAdd') },
];

const LOOKS = (['light', 'dark'] as const).flatMap((theme) =>
  ['fr', 'en'].map((language): Look => ({ language, theme, width: 1280 })),
);

/** Texts of the areas by `group.key`. */
function dictionary(language: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const areas = ['admin', 'adminPages', 'adminSettings', 'pages', 'support', 'account'];
  const read = (area: string) =>
    JSON.parse(readFileSync(path.join(ROOT, `web/src/i18n/texts/${area}.${language}.json`), 'utf8'));
  return Object.assign({}, ...areas.map(read));
}

describe.each(LOOKS.map((look, at) => ({ ...look, look, at })))('$language, $theme', ({ look, at }) => {
  const texts = dictionary(look.language);
  // Each in one look of a usual run, and in the others at night.
  const tried = OPENED.filter((_, place) => isTried(place % LOOKS.length === at));

  test.each(tried)('$name has no barrier for a $visitor, and Escape closes it unless it asks', async (opened) => {
    const { visitor, address, open, isPart, role } = opened;
    const context = await openLook(demo.browser, look, demo.sessions[visitor]);
    // The dialog for chips opens where the browser can write them.
    await context.addInitScript(() => Object.assign(window, { NDEFReader: EventTarget }));
    const page = await context.newPage();
    await page.goto(demo.product.origin + address());
    await settled(page);
    await open?.(page, async (key) => {
      const [group = '', name = ''] = key.split('.');
      const text = texts[group]?.[name];
      if (text === undefined) throw new Error(`no text ${key}`);
      const words = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      await page
        .getByRole('button', { name: new RegExp(`^${words.join('.*')}$`) })
        .first()
        .click();
    });
    if (isPart !== true) {
      await page
        .getByRole(role ?? 'dialog')
        .first()
        .waitFor();
    }
    // The screen behind a dialog is inert.
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .skeleton') === null);
    expect(await barriersOf(page)).toEqual([]);
    if (isPart !== true && role === undefined) {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await context.close();
  });
});

/** Lists, each with what its first row is. */
const LISTS: readonly (readonly [visitor: Visitor, address: () => string, row: string])[] = [
  ['admin', rows, '[data-row="0"]'],
  ['admin', tab('users'), '[data-row="0"]'],
  ['admin', tab('batches'), '[data-row="0"]'],
  ['admin', batch, '[data-row="0"]'],
  ['admin', () => `/admin?tab=webhooks&webhook=${ids.webhook}`, '.delivery'],
  ['admin', tab('analytics'), '.tile'],
  ['support', () => '/support?status=ALL', '.message-row'],
];
/** Pixels. */
const MOST_ABOVE = 250;

describe.skipIf(REST)('above the first row of a list', () => {
  const looks = ['fr', 'en'].flatMap((one) => [[one, 1280, 800] as const, [one, 360, 740] as const]);

  test.each(looks)('are at most 250 px in %s at %i × %i', async (language, width, height) => {
    const look: Look = { language, theme: 'light', width };
    const above: string[] = [];
    for (const [visitor, address, row] of LISTS) {
      const context = await openLook(demo.browser, look, demo.sessions[visitor], { viewport: { width, height } });
      const page = await context.newPage();
      await page.goto(demo.product.origin + address());
      await settled(page);
      const first = page.locator(row).first();
      await first.waitFor();
      const top = (await first.boundingBox())?.y ?? Infinity;
      if (top > MOST_ABOVE) above.push(`${address()}: ${Math.round(top)} px`);
      await context.close();
    }
    expect(above).toEqual([]);
  });
});

describe.skipIf(REST)('by keyboard alone', () => {
  const openPage = async (address: string, visitor: Visitor) => {
    const look: Look = { language: 'en', theme: 'light', width: 1280 };
    const context = await openLook(demo.browser, look, demo.sessions[visitor]);
    const page = await context.newPage();
    await page.goto(demo.product.origin + address);
    await settled(page);
    const go = async (name: string | RegExp, key: string) => {
      await tabTo(page, name);
      await page.keyboard.press(key);
    };
    return { page, go, close: () => context.close() };
  };

  test('an administrator selects a page and makes it inactive', async () => {
    const { page, go, close } = await openPage('/admin?search=van', 'admin');
    await go(/^Select Van/, 'Space');
    await go(/^Change…/, 'Enter');
    await page.getByRole('dialog').waitFor();
    await go(/^What to do/, 'M');
    await go(/^Change 1 page/, 'Enter');
    await page.getByText('Make inactive: done for 1 page').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await go('Undo', 'Enter');
    await page.getByText('Undone.').waitFor();
    await close();
  });

  test('an administrator makes a file of the pages found', async () => {
    const { page, go, close } = await openPage('/admin?search=taxi', 'admin');
    await go(/^Select the pages shown/, 'Space');
    await go(/^Print 1 page…/, 'Enter');
    await page.getByRole('dialog').waitFor();
    await go(/^What to make/, 'L');
    await tabTo(page, 'Make the file');
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/^links-.*\.csv$/);
    await close();
  });

  test('an administrator marks a card of a batch', async () => {
    const { go, close } = await openPage(batch(), 'admin');
    // One row is in the order of Tab; arrows lead to the others.
    await go(/^1Lyon/, 'ArrowDown');
    await go('Select card 2', 'Space');
    await go(/^New stage/, 'S');
    await go('Mark 1 card', 'Enter');
    const { token } = JSON.parse(demo.sessions.admin);
    const stages = async () => {
      const { body } = await call(demo.product.origin, 'GET', `/api/admin/batches/${ids.batch}`, undefined, { token });
      return body.batch.cards.map(({ stage }: { stage: string }) => stage);
    };
    await expect.poll(stages).toEqual(['ORDERED', 'SHIPPED', 'ORDERED']);
    await close();
  });

  test('a support agent replies to a message', async () => {
    const { page, close } = await openPage(`/support?message=${ids.message}`, 'support');
    await tabTo(page, /^(Reply or note|Note)/);
    await page.keyboard.type('We have found them.');
    await tabTo(page, /^(Send the reply|Add as a note)$/);
    await page.keyboard.press('Enter');
    await page.getByText('We have found them.').and(page.locator(':not(textarea)')).first().waitFor();
    await close();
  });
});
