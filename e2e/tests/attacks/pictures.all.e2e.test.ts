import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callWithForm, type Person, pictureForm, signUp } from '../../src/api.ts';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, now, TRIES, waited } from '../../src/attacks/bystander.ts';
import { pictureBombs } from '../../src/attacks/picture-bombs.ts';
import { casesOf } from '../../src/cases.ts';
import { processorSecondsOf } from '../../src/process-figures.ts';

let attacked: AttackedProduct;
let bombs: ReadonlyMap<string, Buffer>;
let alone = 0;
beforeAll(async () => {
  attacked = await openAttacked();
  bombs = await pictureBombs();
  for (let i = 0; i < 10; i += 1) alone = Math.max(alone, await signInMs());
});
afterAll(() => attacked.close());

/** One that is dear to read, and one that is dear to write. */
const USUAL = new Set(['texts that unfold', 'transparent noise']);
const ATTACKERS = 2;
/** The product's limit of pictures per person at the same time. */
const AT_ONCE = 3;
/** Maximal wait for an upload of `PIXEL` behind the others, in processor time of the product. */
const PICTURE_SECONDS = 20;

/** The driver's wait for a log-in, as far as the product causes it. */
async function signInMs(): Promise<number> {
  const { origin, driver, product } = attacked;
  const from = now();
  const before = processorSecondsOf(product.pid);
  const { status } = await call(origin, 'POST', '/api/auth/login', { email: driver.email, password: driver.password });
  expect(status).toBe(200);
  return waited({ from, until: now(), status, worked: (processorSecondsOf(product.pid) - before) * 1000 });
}

const upload = (person: Person, picture?: Uint8Array) =>
  callWithForm(attacked.origin, '/api/pages/upload-image', pictureForm(picture), { token: person.token });

/** Uploads it as often as permitted at the same time, and resolves with the longest wait of others. */
async function waitDuring(bomb: Uint8Array): Promise<number> {
  const { origin, bystander, driver, product } = attacked;
  // New people each time, because one person may send 30 pictures an hour.
  const attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => signUp(origin)));
  const from = now();
  let under = true;
  const sent = Promise.all(
    attackers.flatMap((person) => Array.from({ length: AT_ONCE }, () => upload(person, bomb))),
  ).finally(() => {
    under = false;
  });
  const before = processorSecondsOf(product.pid);
  const honest = upload(driver).then(({ status }) => {
    expect(status).toBe(200);
    return processorSecondsOf(product.pid) - before;
  });
  let signIn = 0;
  while (under) signIn = Math.max(signIn, await signInMs());
  for (const { status } of await sent) expect([200, 400]).toContain(status);
  expect(await honest).toBeLessThan(PICTURE_SECONDS);
  await bystander.settled();
  return Math.max(signIn - alone, bystander.longest(from, now()) - bystander.alone);
}

describe(`${ATTACKERS * AT_ONCE} pictures at once delay neither the page nor a log-in`, () => {
  const kinds = [
    'texts that unfold',
    'texts in two languages that unfold',
    'empty texts',
    'passes',
    'pixels',
    'transparent noise',
  ];
  test.each(casesOf(kinds, (kind) => USUAL.has(kind)))('with expensive %s', async (name) => {
    const waits: number[] = [];
    while (waits.length < TRIES && waits.every((wait) => wait > LONGEST_MS)) {
      waits.push(await waitDuring(bombs.get(name) ?? Buffer.alloc(0)));
    }
    process.stdout.write(`${name}: ${waits.map(Math.round).join(', ')} ms longer than ${Math.round(alone)} ms\n`);
    expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
  });
});
