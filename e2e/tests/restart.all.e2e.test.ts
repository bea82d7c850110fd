import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  createPage,
  eventually,
  logIn,
  type Person,
  readReport,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../src/api.ts';
import { type OpenedProduct, openProduct } from '../src/open-product.ts';

let product: OpenedProduct;
let admin: string;
let driver: Person;
let pageId: string;
/** Of a connection that a browser has preopened; ends when the product closes it. */
let closed: Promise<unknown>;

beforeAll(async () => {
  product = await openProduct(SUPERADMIN_SETTINGS);
  admin = await logIn(product.origin, SUPERADMIN);
  driver = await signUp(product.origin);
  pageId = await createPage(product.origin, driver.token);
  const view = () => call(product.origin, 'POST', '/api/public/events', { pageId, type: 'VIEW' });
  // The first event may be refused until the new page is known everywhere.
  await eventually(view, ({ status }) => status === 202);
  await Promise.all(Array.from({ length: 39 }, view));

  const { hostname, port } = new URL(product.origin);
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  closed = once(unused.resume(), 'close');
  // Fails unless each process exits with code 0.
  await product.restart();
});
afterAll(async () => {
  await product?.close();
});

test('the first start creates the superadmin of the settings, later ones do not', async () => {
  const token = await logIn(product.origin, SUPERADMIN);
  const { body } = await call(product.origin, 'GET', '/api/admin/users', undefined, { token });
  const users = body.users.map(({ email, role }: Person & { readonly role: string }) => [email, role]);
  expect(users.sort()).toEqual(
    [
      [driver.email, 'DRIVER'],
      [SUPERADMIN.email, 'SUPERADMIN'],
    ].sort(),
  );
});

test('after SIGTERM no data is lost, and sessions survive the restart', async () => {
  const me = await call(product.origin, 'GET', '/api/auth/me', undefined, { token: admin });
  expect(me.body.user.role).toBe('SUPERADMIN');
  const mine = await call(product.origin, 'GET', '/api/pages/mine', undefined, { token: driver.token });
  expect(mine.body.pages.map((page: { id: string }) => page.id)).toEqual([pageId]);
  const { summary } = await eventually(
    () => readReport(product.origin, driver.token, pageId),
    (report) => report.summary?.views >= 40,
  );
  expect(summary.views).toBe(40);
});

test('SIGTERM closes an idle connection that a browser has preopened', async () => {
  // If the process waited for it, it would be killed after 20 seconds and would not exit with code 0.
  await expect(closed).resolves.toBeDefined();
});
