import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { jsqrReads } from '../../web/src/testing/printed-codes.ts';
import { openBrowser } from '../src/browser.ts';
import type {} from '../src/shared-demo.ts';

const { origin, sessions } = inject('demo');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser(['--blink-settings=forceDarkModeEnabled=true']);
});
afterAll(() => browser.close());

/** Answers as for a proved mailbox, which the demo's accounts do not have. */
const SETUP = {
  __typename: 'TotpSetup',
  secret: 'JBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Volant:driver?secret=JBSWY3DPEHPK3PXP&issuer=Volant',
  setup: 'setup',
};

/** The code on the screen. */
async function codeOn(page: Page): Promise<string | undefined> {
  const picture = sharp(await page.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return jsqrReads({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}
const reads = (page: Page, text: RegExp) => expect.poll(() => codeOn(page)).toMatch(text);

const PAGE = /\/d\/demo-berline\?s=qr$/;

test.each(
  ['light', 'dark', ''].flatMap((theme) => (['light', 'dark'] as const).map((system) => [theme, system] as const)),
)(
  'codes can be scanned in a browser that darkens pages by itself, theme "%s" on a %s system',
  async (theme, colorScheme) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
    await context.addInitScript(
      ([chosen, session]) => {
        if (chosen !== '') localStorage.theme = chosen;
        localStorage.session = session;
      },
      [theme, sessions.driver] as const,
    );
    const page = await context.newPage();
    await page.goto(`${origin}/dashboard`);
    await page
      .getByRole('button', { name: /^Partager/ })
      .first()
      .click();
    await reads(page, PAGE);
    await page.getByRole('dialog').locator('button[popovertarget]').first().click();
    await reads(page, PAGE);
    await page.goto(`${origin}/d/demo-berline/qr.svg`);
    await reads(page, PAGE);
    await page.goto(`${origin}/d/demo-berline`);
    // As desktops show it; this browser reports no mouse.
    await page.evaluate(() => {
      document.body.replaceChildren(Object.assign(new Image(), { src: `${location.pathname}/qr.svg`, width: 300 }));
    });
    await reads(page, PAGE);
    await page.route('**/graphql*', (route) =>
      route.request().postData()?.includes('volant-demo')
        ? route.fulfill({ json: { data: { startTotp: SETUP } } })
        : route.fallback(),
    );
    await page.goto(`${origin}/account`);
    await page.getByRole('button', { name: 'Configurer une application…' }).click();
    await page.locator('.second-factor input[type="password"]').fill('volant-demo');
    await page.keyboard.press('Enter');
    await reads(page, /^otpauth:/);
    await context.close();
  },
);
