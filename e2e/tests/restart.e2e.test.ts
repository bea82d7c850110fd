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

test('the first start creates the superadmin of the settings, later ones do not', async () => {
  const token = await logIn(product.origin, SUPERADMIN);
  expect((await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).body.user.role).toBe('SUPERADMIN');
  await product.restart();
  await expect(logIn(product.origin, SUPERADMIN)).resolves.toBeTypeOf('string');
  const users = await call(product.origin, 'GET', '/api/admin/users', undefined, { token });
  expect(users.body.users.map(({ email }: { email: string }) => email)).toEqual([SUPERADMIN.email]);
});

test('after SIGTERM the process exits with code 0, no data is lost, and sessions survive the restart', async () => {
  const driver = await signUp(product.origin);
  const pageId = await createPage(product.origin, driver.token);
  const view = () => call(product.origin, 'POST', '/api/public/events', { pageId, type: 'VIEW' });
  // The first event may be refused until the new page is known everywhere.
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

test('SIGTERM does not wait for an idle connection that a browser has preopened', async () => {
  const { hostname, port } = new URL(product.origin);
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const closed = once(unused.resume(), 'close');
  await product.restart();
  // If it waited, the process would be killed after 20 seconds and would not exit with code 0.
  await closed;
});
