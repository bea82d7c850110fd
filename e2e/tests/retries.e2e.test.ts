import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  call,
  callWithForm,
  eventually,
  logIn,
  PIXEL,
  PREFLIGHT,
  pictureForm,
  SUPERADMIN,
  SUPERADMIN_SETTINGS,
  someAddress,
  uploadForm,
} from '../src/api.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Peopled, peopled } from '../src/world.ts';

/** Number of pages created in bulk when the process is killed. */
const KILLED_AT = [1, 300, 600, 900];
const SETTINGS = { ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' };

let directory: TemporaryDirectory;
let product: Product;
let there: Peopled;
beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, SETTINGS);
  there = await peopled(product.origin);
});
afterAll(async () => {
  await product.stop();
  await directory.remove();
});

const keyed = (key: string, token: string | undefined) => ({
  headers: { 'idempotency-key': key },
  ...(token === undefined ? {} : { token }),
});

interface Made {
  readonly name: string;
  readonly send: (key: string, token: string | undefined) => Promise<Answer>;
  /** Another permitted caller; strangers only differ by their request. */
  readonly other?: 'other' | 'superadmin';
  readonly caller?: 'owner' | 'admin';
}

const FORM = { name: 'X', email: 'retries@example.com', subject: 'X', message: 'A message to be read.' };

function makes(): readonly Made[] {
  const { fresh } = there.world;
  const post = (path: string, body: () => unknown) => {
    const sent = body();
    return (key: string, token: string | undefined) =>
      call(product.origin, 'POST', path, sent, { ...keyed(key, token), address: someAddress() });
  };
  const name = fresh();
  return [
    {
      name: 'POST /api/auth/signup',
      send: post('/api/auth/signup', () => ({ email: `${name}@example.com`, username: name, password: 'a password' })),
    },
    {
      name: 'POST /api/auth/forgot-password',
      send: post('/api/auth/forgot-password', () => ({ email: there.people.other.email })),
    },
    {
      name: 'POST /api/pages',
      caller: 'owner',
      other: 'other',
      send: post('/api/pages', () => ({ displayName: 'Once', state: 'ACTIVE', blocksJson: { name: 'Once' } })),
    },
    {
      name: 'POST /api/pages/upload-image',
      caller: 'owner',
      other: 'other',
      send: (key, token) => callWithForm(product.origin, '/api/pages/upload-image', pictureForm(), keyed(key, token)),
    },
    {
      name: 'POST /api/user/upload-avatar',
      caller: 'owner',
      other: 'other',
      send: (key, token) => callWithForm(product.origin, '/api/user/upload-avatar', pictureForm(), keyed(key, token)),
    },
    {
      name: 'uploadPageImage over GraphQL',
      caller: 'owner',
      other: 'other',
      send: (key, token) => {
        const caller = keyed(key, token);
        const headers = { ...caller.headers, ...PREFLIGHT };
        return callWithForm(product.origin, '/graphql', uploadForm(PIXEL), { ...caller, headers });
      },
    },
    {
      name: 'POST /api/admin/pages/create',
      caller: 'admin',
      send: post('/api/admin/pages/create', () => ({ pageId: fresh(), state: 'UNCLAIMED' })),
    },
    {
      name: 'POST /api/admin/pages/bulk',
      caller: 'admin',
      other: 'superadmin',
      send: post('/api/admin/pages/bulk', () => ({ quantity: 20, prefixNote: 'Salon' })),
    },
    { name: 'POST /api/support/contact', send: post('/api/support/contact', () => FORM) },
  ];
}

/** The stable part of an answer: session tokens are signed anew each time, and counts change. */
function lasting({ status, body }: Answer): unknown {
  const { token: _, page, user, ...rest } = body;
  const { _count: __, ...lastingPage } = page ?? {};
  return [status, rest, lastingPage, user?.id];
}

const tokenOf = ({ caller }: Made) => (caller === undefined ? undefined : there.people[caller].token);

const NAMES = [
  'POST /api/auth/signup',
  'POST /api/auth/forgot-password',
  'POST /api/pages',
  'POST /api/pages/upload-image',
  'POST /api/user/upload-avatar',
  'uploadPageImage over GraphQL',
  'POST /api/admin/pages/create',
  'POST /api/admin/pages/bulk',
  'POST /api/support/contact',
];

interface Sent {
  readonly made: Made;
  readonly key: string;
  readonly first: Answer;
  /** Answer to the same request sent at the same time, and below later. */
  readonly same: Answer;
  readonly again: Answer;
  /** Answer to another person with the same key. */
  readonly theirs: Answer | undefined;
}

async function sendAgain(made: Made): Promise<Sent> {
  const key = there.world.fresh();
  const [first, same] = await Promise.all([made.send(key, tokenOf(made)), made.send(key, tokenOf(made))]);
  const again = await made.send(key, tokenOf(made));
  const theirs = made.other === undefined ? undefined : await made.send(key, there.people[made.other].token);
  return { made, key, first, same, again, theirs };
}

describe('a repeated request with its idempotency key', () => {
  const sent = new Map<string, Sent>();

  beforeAll(async () => {
    for (const made of makes()) sent.set(made.name, await sendAgain(made));
    await product.kill();
    product = await startProduct(directory.path, SETTINGS);
  });

  test('is tested for each of these operations', () => {
    expect([...sent.keys()]).toEqual(NAMES);
  });

  test.each(NAMES)(
    '%s repeats its first answer, at once and after the process was killed (acceptance 176)',
    async (name) => {
      const found = sent.get(name);
      if (found === undefined) throw new Error('not in the list');
      const { made, key, first, same, again, theirs } = found;
      expect(first.status).toBeLessThan(300);
      expect(first.body.errors).toBeUndefined();
      expect(lasting(same)).toEqual(lasting(first));
      expect(lasting(again)).toEqual(lasting(first));
      if (made.other !== undefined) {
        expect(theirs?.status).toBe(first.status);
        expect(theirs && lasting(theirs)).not.toEqual(lasting(first));
      }
      expect(lasting(await made.send(key, tokenOf(made)))).toEqual(lasting(first));
    },
  );
});

describe('a bulk creation of 1,000 whose process is killed', () => {
  const total = async (token: string) =>
    (await call(product.origin, 'GET', '/api/admin/pages?limit=1', undefined, { token })).body.total as number;

  test.each(KILLED_AT)(
    'after %i of them creates exactly 1,000 when it is repeated (acceptance 135, 176)',
    async (wanted) => {
      const token = await logIn(product.origin, SUPERADMIN);
      const before = await total(token);
      const key = there.world.fresh();
      const send = () =>
        call(
          product.origin,
          'POST',
          '/api/admin/pages/bulk',
          { quantity: 1000, prefixNote: 'Foire' },
          keyed(key, token),
        );
      let answered = false;
      const lost = send().then(
        () => {
          answered = true;
        },
        () => undefined,
      );
      while (!answered && (await total(token)) - before < wanted) await delay(1);
      await product.kill();
      await lost;
      product = await startProduct(directory.path, SETTINGS);
      const left = (await total(token)) - before;
      process.stdout.write(`killed at ${wanted}: ${answered ? 'answered' : 'lost'}, ${left} pages made\n`);
      expect(left).toBeGreaterThanOrEqual(wanted);

      const { status, body } = await send();
      expect(status).toBe(201);
      expect(new Set(body.links.map(({ id }: { id: string }) => id)).size).toBe(1000);
      expect(
        await eventually(
          () => total(token),
          (now) => now === before + 1000,
        ),
      ).toBe(before + 1000);
      const again = await send();
      expect(again.body).toEqual(body);
      expect(await total(token)).toBe(before + 1000);
      const download = () => call(product.origin, 'GET', body.excelFile, undefined, { token });
      expect((await eventually(download, ({ status }) => status !== 503)).status).toBe(200);
    },
  );
});
