import { beforeAll, expect, test } from 'vitest';
import { call, logIn, type Person, SUPERADMIN, signUp, someAddress } from '../src/api.ts';
import { useSharedProduct } from '../src/shared-product.ts';

const product = useSharedProduct();
let superadmin: string;

beforeAll(async () => {
  superadmin = await logIn(product.origin, SUPERADMIN);
});

let written = 0;

async function write(changes: object = {}, caller: Parameters<typeof call>[4] = {}) {
  written += 1;
  const form = {
    name: 'Chauffeur Démo',
    email: `writer-${written}@example.com`,
    subject: `Message ${written}`,
    message: 'Bonjour,\nj’ai perdu ma carte.',
  };
  return call(product.origin, 'POST', '/api/support/contact', { ...form, ...changes }, caller);
}

async function give(role: string, { id }: Person): Promise<void> {
  const path = `/api/admin/users/${id}/role`;
  expect((await call(product.origin, 'PATCH', path, { role }, { token: superadmin })).status).toBe(200);
}

async function staff(role: string): Promise<Person> {
  const person = await signUp(product.origin);
  await give(role, person);
  return person;
}

const as = ({ token }: Person) => ({ token });
const inbox = (person: Person, query = '') =>
  call(product.origin, 'GET', `/api/support/inbox${query}`, undefined, as(person));
const claim = (id: string, person: Person, body?: object) =>
  call(product.origin, 'POST', `/api/support/message/${id}/claim`, body, as(person));
const change = (id: string, person: Person, status: string) =>
  call(product.origin, 'PATCH', `/api/support/message/${id}`, { status }, as(person));

test('a message goes from the form to the inbox, is claimed, answered and resolved', async () => {
  const agent = await staff('SUPPORT');
  const sent = await write({ subject: 'Carte perdue' }, { token: 'expired.or.broken' });
  expect([sent.status, sent.body]).toMatchObject([200, { success: true }]);
  const { id, createdAt } = sent.body.message;

  const newest = (await inbox(agent)).body.messages.find((message: { id: string }) => message.id === id);
  expect(newest).toEqual({
    id,
    createdAt,
    waitingSince: createdAt,
    replied: false,
    subject: 'Carte perdue',
    name: 'Chauffeur Démo',
    email: `writer-${written}@example.com`,
    body: 'Bonjour,\nj’ai perdu ma carte.',
    status: 'OPEN',
    handler: null,
  });
  const handler = { id: agent.id, username: agent.username };
  expect((await claim(id, agent)).body).toEqual({ success: true, message: { ...newest, handler } });
  for (const status of ['RESOLVED', 'PENDING', 'OPEN', 'RESOLVED']) {
    expect((await change(id, agent, status)).body).toEqual({ success: true, message: { ...newest, status, handler } });
    const found = await inbox(agent, `?status=${status}`);
    expect(found.body.messages.map((message: { id: string }) => message.id)).toContain(id);
  }
  expect((await inbox(agent, '?status=OPEN')).body.messages).not.toContainEqual(expect.objectContaining({ id }));
});

test('when two agents claim one message at once, twenty times, one gets it and the other is refused', async () => {
  const pair = [await staff('SUPPORT'), await staff('ADMIN')];
  for (let round = 0; round < 20; round += 1) {
    const { id } = (await write()).body.message;
    const answers = await Promise.all(pair.map((agent) => claim(id, agent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.message.handler;
    const loser = answers.find(({ status }) => status === 409)?.body;
    expect(loser).toEqual({
      success: false,
      error: 'Somebody else is already handling this message.',
      code: 'MESSAGE_ALREADY_HANDLED',
    });
    const [first, second] = pair;
    if (first === undefined || second === undefined) throw new Error('two agents are needed');
    const seen = (await inbox(first)).body.messages.find((message: { id: string }) => message.id === id);
    expect(seen.handler).toEqual(winner);
  }
});

test('an administrator may assign a message to somebody else, an agent may not', async () => {
  const [agent, other, admin] = [await staff('SUPPORT'), await staff('SUPPORT'), await staff('ADMIN')];
  const { id } = (await write()).body.message;
  expect((await claim(id, agent)).status).toBe(200);
  expect((await claim(id, other, { userId: other.id })).body.code).toBe('FORBIDDEN');
  expect((await claim(id, admin, { userId: other.id })).body.message.handler.id).toBe(other.id);
  const driver = await signUp(product.origin);
  expect((await claim(id, admin, { userId: driver.id })).body.code).toBe('HANDLER_NOT_FOUND');
});

test('only support reads the inbox, by the present role', async () => {
  const { id } = (await write()).body.message;
  const driver = await signUp(product.origin);
  const all = async (person: Person) => [
    (await inbox(person)).status,
    (await change(id, person, 'PENDING')).status,
    (await claim(id, person)).status,
  ];
  expect(await all(driver)).toEqual([403, 403, 403]);
  await give('SUPPORT', driver);
  expect(await all(driver)).toEqual([200, 200, 200]);
  await give('DRIVER', driver);
  expect(await all(driver)).toEqual([403, 403, 403]);
  const anonymous = await call(product.origin, 'GET', '/api/support/inbox');
  expect([anonymous.status, anonymous.body.code]).toEqual([401, 'UNAUTHENTICATED']);
});

test('the sixth message of an address within an hour is refused; a retry of the fifth is not', async () => {
  const address = someAddress();
  for (let time = 0; time < 4; time += 1) expect((await write({}, { address })).status).toBe(200);
  const fifth = { email: 'fifth@example.com', subject: 'The fifth' };
  const retry = { address, headers: { 'idempotency-key': 'the-fifth' } };
  const answer = await write(fifth, retry);
  expect(answer.status).toBe(200);
  const sixth = await write({}, { address });
  expect([sixth.status, sixth.body.code]).toEqual([429, 'TOO_MANY_MESSAGES']);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await write(fifth, retry)).body).toEqual(answer.body);
});
