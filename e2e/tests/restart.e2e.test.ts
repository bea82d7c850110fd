import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  createPage,
  eventually,
  logIn,
  readReport,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../src/api.ts';
import { type OpenedProduct, openProduct } from '../src/open-product.ts';

let product: OpenedProduct;

beforeAll(async () => {
  product = await openProduct(SUPERADMIN_SETTINGS);
});
afterAll(async () => {
  await product?.close();
});

test('the superadmin of the settings is made at the start, once (acceptance 175)', async () => {
  const token = await logIn(product.origin, SUPERADMIN);
  expect((await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).body.user.role).toBe('SUPERADMIN');
  await product.restart();
  await expect(logIn(product.origin, SUPERADMIN)).resolves.toBeTypeOf('string');
  const users = await call(product.origin, 'GET', '/api/admin/users', undefined, { token });
  expect(users.body.users.map(({ email }: { email: string }) => email)).toEqual([SUPERADMIN.email]);
});

test('SIGTERM loses nothing, sessions go on after a restart, and code 0 is answered', async () => {
  const driver = await signUp(product.origin);
  const pageId = await createPage(product.origin, driver.token);
  const view = () => call(product.origin, 'POST', '/api/public/events', { pageId, type: 'VIEW' });
  // The first one waits until the new page is known everywhere.
  await eventually(view, ({ status }) => status === 202);
  await Promise.all(Array.from({ length: 39 }, view));
  await product.restart();

  const mine = await call(product.origin, 'GET', '/api/pages/mine', undefined, { token: driver.token });
  expect(mine.body.pages.map((page: { id: string }) => page.id)).toEqual([pageId]);
  await eventually(
    () => readReport(product.origin, driver.token, pageId),
    ({ summary }) => summary?.views === 40,
  );
});

test('SIGTERM does not wait for a connection that a browser has opened in case it needs one', async () => {
  const { hostname, port } = new URL(product.origin);
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const closed = once(unused.resume(), 'close');
  await product.restart();
  // Where it was waited for, the process would have been killed after 20 seconds, which is no code 0.
  await closed;
});
