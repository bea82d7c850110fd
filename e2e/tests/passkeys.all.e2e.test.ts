import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call, type Person, SUPERADMIN, SUPERADMIN_SETTINGS, signUp, someAddress } from '../src/api.ts';
import { openBrowser } from '../src/browser.ts';
import { illegibleParts } from '../src/legible.ts';
import { type OpenedProduct, openProduct } from '../src/open-product.ts';
import { shownCode } from '../src/operations/second-factor.ts';
import { mailedReset, provedDriver } from '../src/world.ts';

let product: OpenedProduct;
let browser: Browser;
/** Browsers know no passkeys at an IP address. */
let site: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  product = await openProduct({ ...SUPERADMIN_SETTINGS, VOLANT_SECOND_FACTOR: 'staff' });
  site = product.origin.replace('127.0.0.1', 'localhost');
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await product?.close();
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

interface Device {
  readonly page: Page;
  /** The authenticator of the device. */
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** A phone whose owner confirms everything, with an authenticator of its own. */
async function openDevice(language = 'en'): Promise<Device> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  });
  contexts.push(context);
  await context.addInitScript((spoken) => localStorage.setItem('language', spoken), language);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { page, cdp, authenticatorId };
}

async function enterPassword({ page }: Device, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function addPasskey({ page }: Device, password: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Name of the passkey').fill(name);
  await dialog.getByRole('button', { name: 'Create the passkey' }).click();
}

const usePasskey = ({ page }: Device) => page.getByRole('button', { name: 'Use a passkey' }).click();

/** Signs in on a new device and adds the first passkey there; returns a recovery code, too. */
async function firstPasskey(person: Pick<Person, 'email' | 'password'>) {
  const device = await openDevice();
  const { page } = device;
  await enterPassword(device, person);
  await page.waitForURL(/\/(dashboard|admin|account)$/);
  await page.goto(`${site}/account`);
  await addPasskey(device, person.password, 'Phone');
  const code = (await page.getByRole('alertdialog').getByRole('listitem').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have noted them' }).click();
  await page.getByText('not used yet').waitFor();
  return { device, code };
}

async function logOut({ page }: Device): Promise<void> {
  await page.evaluate(() => {
    localStorage.removeItem('session');
    sessionStorage.removeItem('session');
  });
}

/** Signs in, and asks for an authenticator app with the password. */
async function askForApp(device: Device, person: Person) {
  const { page } = device;
  await enterPassword(device, person);
  await page.waitForURL('**/dashboard');
  await page.goto(`${site}/account`);
  await page.getByRole('button', { name: 'Set up an app…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  return dialog;
}

test('a driver who has not confirmed the email address is sent the link that confirms it', async () => {
  const person = await signUp(product.origin);
  const device = await openDevice();
  const dialog = await askForApp(device, person);
  await dialog.getByText('First confirm your email address').waitFor();
  await dialog.getByRole('button', { name: 'Send me the link' }).click();
  await dialog.getByText(`A link is on its way to ${person.email}`).waitFor();
  expect(await mailedReset(product, person.email)).toMatch(/^[\w-]{64}$/);
});

test('an app is set up on a phone, and the next log-in asks for a code', async () => {
  const person = await provedDriver(product);
  const device = await openDevice();
  const { page } = device;
  const dialog = await askForApp(device, person);
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill(shownCode(secret));
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
  const codes = dialog.getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have noted them' }).click();
  await page.getByText('You have 10 recovery codes left.').waitFor();

  for (const code of [() => recovery, () => shownCode(secret, 1)]) {
    const guest = await openDevice();
    await enterPassword(guest, person);
    await guest.page.getByLabel('Code from your app').fill(code());
    await guest.page.getByRole('button', { name: 'Continue' }).click();
    await guest.page.waitForURL('**/dashboard');
  }
});

test('a passkey is added, opens the next log-in, and its use is listed', async () => {
  const person = await provedDriver(product);
  const { device } = await firstPasskey(person);
  await logOut(device);
  await enterPassword(device, person);
  await usePasskey(device);
  await device.page.waitForURL('**/dashboard');
  await device.page.goto(`${site}/account`);
  await device.page.getByText(/last used on/).waitFor();
});

test('another device’s authenticator opens nothing, and a recovery code does', async () => {
  const person = await provedDriver(product);
  const { code } = await firstPasskey(person);
  const other = await openDevice();
  await enterPassword(other, person);
  await usePasskey(other);
  await other.page.getByText('The passkey was not confirmed. Try again, or enter a code.').waitFor();
  await other.page.getByLabel('Code from your app').fill(code);
  await other.page.getByRole('button', { name: 'Continue' }).click();
  await other.page.waitForURL('**/dashboard');
});

test('a removed passkey opens nothing any more, and the last one ends the second factor', async () => {
  const person = await provedDriver(product);
  const { device: phone } = await firstPasskey(person);
  const laptop = await openDevice();
  await enterPassword(laptop, person);
  // The phone's authenticator has the passkey; the laptop gets a copy, as by a synchronised account.
  const { credentials } = await phone.cdp.send('WebAuthn.getCredentials', { authenticatorId: phone.authenticatorId });
  for (const credential of credentials) {
    await laptop.cdp.send('WebAuthn.addCredential', {
      authenticatorId: laptop.authenticatorId,
      credential: { ...credential, signCount: credential.signCount + 10 },
    });
  }
  await phone.page.getByRole('button', { name: 'Remove the passkey “Phone”…' }).click();
  const dialog = phone.page.getByRole('alertdialog');
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await phone.page.getByText('The password is enough to log in.').waitFor();
  await usePasskey(laptop);
  await laptop.page.getByText(/Please start again/).waitFor();
  await enterPassword(laptop, person);
  await laptop.page.waitForURL('**/dashboard');
});

test('a role that needs a second factor is given with a passkey, which then stays', async () => {
  const { device } = await firstPasskey(SUPERADMIN);
  const { page } = device;
  expect(await page.getByRole('button', { name: /^Remove|^Turn off/ }).count()).toBe(0);
  await logOut(device);
  await enterPassword(device, SUPERADMIN);
  await usePasskey(device);
  await page.waitForURL('**/admin');
  await page.goto(`${site}/admin`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const token = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('session') ?? localStorage.getItem('session') ?? '{}').token,
  );
  const { body } = await call(product.origin, 'GET', '/api/auth/me', undefined, { token });
  expect(body.user).toMatchObject({
    role: 'SUPERADMIN',
    secondFactor: { required: true, passkeys: [{ name: 'Phone' }] },
  });
});

test('the dialogs are legible at twice the text size on a narrow phone, in French, which has the longest words', async () => {
  const { email, password } = await provedDriver(product);
  const device = await openDevice('fr');
  const { page } = device;
  await page.setViewportSize({ width: 320, height: 740 });
  const legible = async (what: string) => {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect.poll(() => page.evaluate(illegibleParts), { message: what }).toEqual([]);
    const scrolls = () =>
      [...document.querySelectorAll('.modal')].some((modal) => modal.scrollWidth > modal.clientWidth);
    expect(await page.evaluate(scrolls), `${what} scrolls sideways`).toBe(false);
  };
  const dialog = page.getByRole('alertdialog');
  const submit = async () => {
    await dialog.locator('[name="password"]').fill(password);
    await legible('the password');
    await dialog.locator('[type="submit"]').click();
  };

  await page.goto(`${site}/login`);
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('[type="submit"]').click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${site}/account`);
  const buttons = page.getByRole('region', { name: /^Sec/ }).locator('.account__save').getByRole('button');
  await buttons.nth(1).click();
  await submit();
  await dialog.locator('[name="name"]').fill('A telephone that has an unusually long name indeed');
  await legible('the name');
  await dialog.locator('[type="submit"]').click();
  await dialog.getByRole('listitem').first().waitFor();
  await legible('the recovery codes');
  await dialog.locator('.modal__actions button').last().click();
  await page.locator('.passkeys li').waitFor();
  await legible('the list');

  await page.locator('.passkeys button').click();
  await legible('the removal');
  await dialog.locator('.modal__actions button').last().click();
  await buttons.first().click();
  await submit();
  await dialog.locator('.qr-code').waitFor();
  await legible('the code of an app');
  await dialog.locator('.modal__actions button').last().click();

  await logOut(device);
  await page.goto(`${site}/login`);
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('[type="submit"]').click();
  await page.locator('[name="code"]').waitFor();
  await legible('the log-in');
});
