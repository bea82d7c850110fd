import pRetry from 'p-retry';
import type { Browser, BrowserContext, Page, PageScreenshotOptions } from 'playwright-core';
import type { Screen as Declared } from '../../web/src/app/screen.ts';
import { type Path, screens } from '../../web/src/app/screens.ts';
import texts from '../../web/src/i18n/texts/admin.fr.json' with { type: 'json' };
import { call } from './api.ts';

/** Viewer of a screen: a guest, or an account of the demo. */
export const VISITORS = ['guest', 'driver', 'support', 'admin', 'superadmin'] as const;
export type Visitor = (typeof VISITORS)[number];

export interface Screen {
  readonly path: string;
  readonly visitor: Visitor;
}

/** Addresses of the demo's pages, for screens of one page. */
const OF_A_PAGE: Readonly<Record<string, string>> = {
  '/editor/:id': '/editor/demo-berline',
  '/history/:id': '/history/demo-berline',
  '/cards/:id': '/cards/demo-berline',
  '/report/:id': '/report/demo-berline',
  '/d/:id': '/d/demo-berline',
} satisfies Record<Extract<Path, `${string}:id`>, string>;

const DECLARED = screens.map(({ path, audience, example = path }: Declared): Screen => {
  const mayOpen = (role: 'DRIVER' | 'SUPPORT') => typeof audience !== 'string' && audience(role);
  const account = mayOpen('DRIVER') ? 'driver' : mayOpen('SUPPORT') ? 'support' : 'admin';
  return { path: OF_A_PAGE[path] ?? example, visitor: typeof audience === 'string' ? 'guest' : account };
});

/** Further states of screens that have their own address. */
const STATES: Readonly<Record<Visitor, readonly string[]>> = {
  guest: [
    ...['/reset-password', '/no/such/screen'],
    ...['/d/demo-van', '/d/demo-taxi', '/d/demo-libre-1', '/d/nobodys-page'],
  ],
  driver: ['/', '/tutorial', '/contact'],
  support: [],
  admin: Object.keys(texts.admin.tab)
    .filter((tab) => tab !== 'pages' && tab !== 'system')
    .map((tab) => `/admin?tab=${tab}`),
  superadmin: ['/admin?tab=system'],
};

/** Every screen of the client in each state that has its own address, on demo data. */
export const SCREENS: readonly Screen[] = [
  ...DECLARED,
  ...VISITORS.flatMap((visitor) => STATES[visitor].map((path): Screen => ({ path, visitor }))),
];

export interface Look {
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

/** The stored session of each viewer, in the client's format; empty for a guest. */
export type Sessions = Readonly<Record<Visitor, string>>;

/** Logs the viewers in at a product with demo data. */
export async function openSessions(origin: string): Promise<Sessions> {
  const signIn = async (email: string) => {
    const { body } = await call(origin, 'POST', '/api/auth/login', { email, password: 'volant-demo' });
    return JSON.stringify({ token: body.token, user: body.user });
  };
  return {
    guest: '',
    driver: await signIn('berline@example.com'),
    support: await signIn('support@example.com'),
    admin: await signIn('admin@example.com'),
    superadmin: await signIn('superadmin@example.com'),
  };
}

/** A browser context with this look and session. */
export async function openLook(
  browser: Browser,
  { language, theme, width }: Look,
  session: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 740 }, reducedMotion: 'reduce', ...options });
  await context.addInitScript(
    ([chosenLanguage, chosenTheme, stored]) => {
      localStorage.setItem('language', chosenLanguage);
      localStorage.setItem('theme', chosenTheme);
      if (stored !== '') sessionStorage.setItem('session', stored);
    },
    [language, theme, session] as const,
  );
  return context;
}

/**
 * Delays requests to these addresses until the returned function is called.
 * @param isHeld decides for each request; by default all are held
 */
export async function holdBack(page: Page, addresses: string, isHeld = () => true): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    if (isHeld()) await held;
    await route.continue();
  });
  return letGo;
}

/** Waits until all loading placeholders have gone. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('#root[inert], [aria-busy="true"], .skeleton') === null);
}

/** A picture of the screen. Retries, because a busy browser sometimes fails to take one. */
export function takePicture(page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> {
  return pRetry(() => page.screenshot(options), { retries: 5, minTimeout: 200 });
}

/** Waits until every picture can be drawn, including those below the fold. */
export async function picturesThere(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' });
    // A loaded picture is still drawn late if it is not decoded yet.
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}
