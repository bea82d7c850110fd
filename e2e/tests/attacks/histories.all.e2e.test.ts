import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  createPage,
  eventually,
  logIn,
  type Person,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  signUp,
} from '../../src/api.ts';
import { type Bystander, LONGEST_MS, startBystander, waitsDuring } from '../../src/attacks/bystander.ts';
import { type Product, startProduct, temporaryDirectory } from '../../src/product.ts';

const LENGTHENER = fileURLToPath(new URL('../../../standalone/src/testing/lengthen-histories.ts', import.meta.url));
const SAVES = 2_000;
/** One for each try: after the first read of a history, later ones are cheap. */
const HISTORIES = 2;

/** A driver with a page, both saved thousands of times. */
interface LongHistory extends Person {
  readonly pageId: string;
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let product: Product;
let bystander: Bystander;
const histories: LongHistory[] = [];

beforeAll(async () => {
  directory = await temporaryDirectory();
  let { origin, stop } = await startProduct(directory.path, SUPERADMIN_SETTINGS);
  for (let time = 0; time < HISTORIES; time += 1) {
    const driver = await signUp(origin);
    histories.push({ ...driver, pageId: await createPage(origin, driver.token) });
  }
  await stop();
  await promisify(execFile)(process.execPath, ['--import', 'tsx', LENGTHENER, directory.path, `${SAVES}`]);

  product = await startProduct(directory.path, SUPERADMIN_SETTINGS);
  ({ origin, stop } = product);
  const other = await signUp(origin);
  const page = `/d/${await createPage(origin, other.token)}`;
  // Visible only after everything written before has been published.
  await eventually(
    () => call(origin, 'GET', page),
    ({ status }) => status === 200,
  );
  bystander = await startBystander(origin + page, product.pid);
});
afterAll(async () => {
  bystander.stop();
  await product.kill();
  await directory.remove();
});

interface Deed {
  readonly what: string;
  /** Resolves with the status of the answer. */
  readonly act: (origin: string, history: LongHistory) => Promise<number>;
}

const DEEDS: readonly Deed[] = [
  {
    what: 'a save of a page',
    act: async (origin, { pageId, token }) =>
      (await call(origin, 'PATCH', `/api/pages/${pageId}`, { displayName: 'Once more' }, { token })).status,
  },
  {
    what: '20 looks at an account at once',
    async act(origin, { token }) {
      const look = async () => (await call(origin, 'GET', '/api/auth/me', undefined, { token })).status;
      return Math.max(...(await Promise.all(Array.from({ length: 20 }, look))));
    },
  },
  {
    what: 'a change of an account',
    act: async (origin, { token }) =>
      (await call(origin, 'PATCH', '/api/user/profile', { phone: '+33639980002' }, { token })).status,
  },
  {
    what: 'the deletion of a page',
    act: async (origin, { pageId }) => {
      const token = await logIn(origin, SUPERADMIN);
      return (await call(origin, 'DELETE', `/api/admin/pages/${pageId}`, undefined, { token })).status;
    },
  },
  {
    what: 'the deletion of an account',
    act: async (origin, { password, token }) => {
      const query = 'mutation DeleteMyAccount($password: String!) { deleteMyAccount(password: $password) }';
      const { body, status } = await call(origin, 'POST', '/graphql', { query, variables: { password } }, { token });
      return body.errors === undefined ? status : Number(body.errors[0].extensions.status);
    },
  },
];

test.each(DEEDS.map(({ what, act }) => [what, act] as const))(
  `%s after ${SAVES} saves delays no other request`,
  async (what, act) => {
    let next = 0;
    const waits = await waitsDuring(bystander, async () => {
      const history = histories[next];
      next += 1;
      if (history === undefined) expect.fail(`the page waited longer than ${LONGEST_MS} ms each time`);
      expect(await act(product.origin, history)).toBe(200);
    });
    process.stdout.write(`${what}: the page waited ${waits.map((wait) => wait.toFixed(0)).join(', ')} ms longer\n`);
    expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
  },
);
