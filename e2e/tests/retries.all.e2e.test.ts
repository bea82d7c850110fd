import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call, eventually, logIn, SUPERADMIN, SUPERADMIN_SETTINGS } from '../src/api.ts';
import { builtCalls } from '../src/api-description.ts';
import { USUAL_CALLER } from '../src/operations/operation.ts';
import { sendGraphql, sendRest } from '../src/operations/send.ts';
import { REST_OPERATIONS, type RestOperation } from '../src/operations/table.ts';
import { type Product, startProduct, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';
import { type Peopled, peopled } from '../src/world.ts';

/** Number of pages created in bulk when the process is killed. */
const KILLED_AT = [1, 300, 600, 900];
const SETTINGS = { ...SUPERADMIN_SETTINGS, VOLANT_GRAPHQL: 'open' };

const calls = await builtCalls();

let directory: TemporaryDirectory;
let product: Product;
let there: Peopled;
beforeAll(async () => {
  directory = await temporaryDirectory();
  product = await startProduct(directory.path, SETTINGS);
  there = await peopled(product.origin, directory.path);
});
afterAll(async () => {
  await product.stop();
  await directory.remove();
});

const keyed = (key: string, token: string | undefined) => ({
  headers: { 'idempotency-key': key },
  ...(token === undefined ? {} : { token }),
});

/** Calls that accept an idempotency key, as their description says. */
const repeated = REST_OPERATIONS.flatMap((row) => {
  const call = calls.get(row.name);
  const keyed = call?.operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  return call !== undefined && keyed ? [{ ...row, described: call }] : [];
});

type Send = (key: string, token: string | undefined) => Promise<Answer>;

interface Sent {
  readonly send: Send;
  readonly key: string;
  readonly token: string | undefined;
  readonly first: Answer;
  /** Answer to the same request sent at the same time, and below later. */
  readonly same: Answer;
  readonly again: Answer;
  /** Answer to another person with the same key. */
  readonly theirs: Answer | undefined;
}

/** The stable part of an answer: session tokens are signed anew each time, and counts change. */
function lasting({ status, body }: Answer): unknown {
  const { token: _, page, user, ...rest } = body;
  const { _count: __, ...lastingPage } = page ?? {};
  return [status, rest, lastingPage, user?.id];
}

async function sendAgain(send: Send, row: RestOperation, own?: string): Promise<Sent> {
  const key = there.world.fresh();
  const token = own ?? there.tokenOf(USUAL_CALLER[row.who]);
  const [first, same] = await Promise.all([send(key, token), send(key, token)]);
  const again = await send(key, token);
  const other = row.who === 'signed-in' ? 'other' : 'superadmin';
  const theirs = row.repeatable === undefined ? undefined : await send(key, there.people[other].token);
  return { send, key, token, first, same, again, theirs };
}

const uploads = repeated.filter(({ graph }) => typeof graph !== 'string' && graph.picture);

describe('a repeated request with its idempotency key', () => {
  const sent = new Map<string, Sent>();

  beforeAll(async () => {
    for (const row of repeated) {
      const { token, as, ...made } = await row.rest.call(there);
      const send: Send = (key, token) => sendRest(product.origin, row.described, made, keyed(key, token));
      sent.set(row.name, await sendAgain(send, row, token ?? (as && there.tokenOf(as))));
    }
    for (const row of uploads) {
      const query = `mutation($image: Upload!) { ${row.name}(image: $image) { imageUrl } }`;
      const send: Send = (key, token) => sendGraphql(product.origin, query, 'picture', keyed(key, token));
      sent.set(`${row.name} over GraphQL`, await sendAgain(send, row));
    }
    await product.kill();
    product = await startProduct(directory.path, SETTINGS);
  });

  test.each([...repeated.map(({ name }) => name), ...uploads.map(({ name }) => `${name} over GraphQL`)])(
    '%s repeats its first answer, at once and after the process was killed',
    async (name) => {
      const found = sent.get(name);
      if (found === undefined) throw new Error('not sent');
      const { send, key, token, first, same, again, theirs } = found;
      expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
      expect(first.body.errors).toBeUndefined();
      expect(lasting(same)).toEqual(lasting(first));
      expect(lasting(again)).toEqual(lasting(first));
      if (theirs !== undefined) {
        expect(theirs.status).toBe(first.status);
        expect(lasting(theirs)).not.toEqual(lasting(first));
      }
      expect(lasting(await send(key, token))).toEqual(lasting(first));
    },
  );
});

describe('a bulk creation of 1,000 whose process is killed', () => {
  const total = async (token: string) =>
    (await call(product.origin, 'GET', '/api/admin/pages?limit=1', undefined, { token })).body.total as number;

  test.each(KILLED_AT)('after %i of them creates exactly 1,000 when it is repeated', async (atLeast) => {
    const token = await logIn(product.origin, SUPERADMIN);
    const before = await total(token);
    const key = there.world.fresh();
    const send = () =>
      call(product.origin, 'POST', '/api/admin/pages/bulk', { quantity: 1000, prefixNote: 'Foire' }, keyed(key, token));
    let answered = false;
    const lost = send().then(
      () => {
        answered = true;
      },
      () => undefined,
    );
    while (!answered && (await total(token)) - before < atLeast) await delay(1);
    await product.kill();
    await lost;
    product = await startProduct(directory.path, SETTINGS);
    const left = (await total(token)) - before;
    process.stdout.write(`killed at ${atLeast}: ${answered ? 'answered' : 'lost'}, ${left} pages made\n`);
    expect(left).toBeGreaterThanOrEqual(atLeast);

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
  });
});
