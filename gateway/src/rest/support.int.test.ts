import { fieldLabel } from '@volant/proto/text/field-label';
import { describe, expect, it } from 'vitest';
import { MESSAGE } from '../testing/canned-subgraphs.ts';
import { AUTHORIZED, useGateway } from '../testing/rest-calls.ts';

const gateway = useGateway();
const { ask, argsOf } = gateway;
const FORM = { name: 'Chauffeur Démo', email: 'chauffeur@demo.example', subject: 'Carte', message: 'Carte perdue.' };
const REST_MESSAGE = { ...MESSAGE, handler: { id: 'u1', username: 'ana' } };

describe('the contact form', () => {
  it('accepts anyone, also with an invalid token', async () => {
    for (const headers of [{}, AUTHORIZED, { authorization: 'Bearer gone' }, { authorization: 'nonsense' }]) {
      const answer = await ask('POST', '/api/support/contact', FORM, headers);
      expect([answer.status, answer.body]).toEqual([
        200,
        { success: true, message: { id: MESSAGE.id, createdAt: MESSAGE.createdAt } },
      ]);
    }
    expect(argsOf('sendSupportMessage')).toEqual({ input: FORM });
  });

  it('passes on the idempotency key and the honeypot field', async () => {
    await ask('POST', '/api/support/contact', { ...FORM, homepage: 'spam.example' }, { 'idempotency-key': 'k-1' });
    expect(gateway.canned().calls[0]).toMatchObject({
      args: { input: { ...FORM, homepage: 'spam.example' } },
      call: { idempotencyKey: 'k-1', token: undefined },
    });
  });
});

it('passes on the report of a page, from anyone', async () => {
  const report = { pageId: 'berline', reason: 'WRONG_CONTACT', message: 'Another number.', email: 'a@example.org' };
  for (const body of [report, { pageId: 'berline', reason: 'SPAM' }]) {
    const answer = await ask('POST', '/api/support/report', body, {});
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: { id: MESSAGE.id, createdAt: MESSAGE.createdAt } },
    ]);
    expect(gateway.canned().calls.at(-1)).toMatchObject({ args: { input: body } });
  }
  const refused = await ask('POST', '/api/support/report', { pageId: 'berline', reason: 'BORING' }, {});
  expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' });
});

describe('the inbox', () => {
  it('lists messages with their handlers, in parts or completely, by status', async () => {
    const answer = await ask('GET', '/api/support/inbox?status=PENDING&limit=1&cursor=abc');
    expect(answer.body).toEqual({ messages: [REST_MESSAGE], total: 2, cursor: '1|abc' });
    expect(argsOf('supportMessages')).toEqual({
      ...{ first: 1, after: 'abc', oldestFirst: false },
      filter: { status: 'PENDING', search: null },
    });
    gateway.canned().calls.length = 0;
    expect((await ask('GET', '/api/support/inbox')).body).toEqual({ messages: [REST_MESSAGE], total: 2, cursor: null });
    expect(argsOf('supportMessages')).toMatchObject({ first: 500, after: null, filter: { status: null } });
    expect((await ask('GET', '/api/support/inbox?limit=10000')).status).toBe(200);
  });

  it.each(['all', 'ALL'])('is whole with the status %s', async (status) => {
    expect((await ask('GET', `/api/support/inbox?status=${status}`)).status).toBe(200);
    expect(argsOf('supportMessages')).toMatchObject({ filter: { status: null } });
  });

  it('is searched, and lists the oldest messages first', async () => {
    await ask('GET', '/api/support/inbox?search=carte&oldestFirst=true');
    expect(argsOf('supportMessages')).toMatchObject({ filter: { search: 'carte' }, oldestFirst: true });
  });

  it('shows a message whose handler cannot be named at the moment', async () => {
    gateway.canned().instead.set('supportMessages', () => ({
      nodes: [{ ...MESSAGE, handler: { __typename: 'User', id: 'unknown' } }],
      totalCount: 1,
      pageInfo: { endCursor: null, hasNextPage: false },
    }));
    const answer = await ask('GET', '/api/support/inbox');
    expect(answer.body).toMatchObject({ messages: [{ id: MESSAGE.id, handler: { id: 'unknown', username: null } }] });
  });

  it('is closed to strangers', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/support/inbox'],
      ['PATCH', '/api/support/message/m1', { status: 'OPEN' }],
      ['POST', '/api/support/message/m1/claim'],
    ] as const) {
      const refused = await ask(method, path, body, {});
      expect([method, refused.status, refused.body]).toMatchObject([method, 401, { code: 'UNAUTHENTICATED' }]);
    }
  });
});

describe('a message', () => {
  it('changes its status', async () => {
    const answer = await ask('PATCH', '/api/support/message/m1', { status: 'RESOLVED' });
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: REST_MESSAGE }]);
    expect(argsOf('changeSupportMessageStatus')).toEqual({ id: 'm1', status: 'RESOLVED' });
  });

  it('is claimed once, with or without an empty body', async () => {
    for (const body of [undefined, {}]) {
      const answer = await ask('POST', '/api/support/message/m1/claim', body);
      expect([answer.status, answer.body]).toEqual([200, { success: true, message: REST_MESSAGE }]);
    }
    expect(argsOf('claimSupportMessage')).toEqual({ id: 'm1' });
    const late = await ask('POST', '/api/support/message/m2/claim');
    expect([late.status, late.body]).toEqual([
      409,
      { success: false, error: 'Déjà pris en charge.', code: 'MESSAGE_ALREADY_HANDLED' },
    ]);
  });

  it('is assigned to a person', async () => {
    const answer = await ask('POST', '/api/support/message/m1/claim', { userId: 'u2' });
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: REST_MESSAGE }]);
    expect(argsOf('assignSupportMessage')).toEqual({ id: 'm1', userId: 'u2' });
    expect(argsOf('claimSupportMessage')).toBeUndefined();
  });
});

describe('invalid input', () => {
  it.each([
    [{ name: 'x' }, { name: 'x', email: '', subject: '', message: '' }],
    [
      { ...FORM, message: null },
      { ...FORM, message: '' },
    ],
  ])('%j: the service refuses missing fields with its own message', async (body, input) => {
    await ask('POST', '/api/support/contact', body, {});
    expect(argsOf('sendSupportMessage')).toEqual({ input });
  });

  it.each([
    ['POST', '/api/support/contact', { ...FORM, status: 'RESOLVED' }, 'status'],
    ['POST', '/api/support/contact', { ...FORM, senderId: 'u1' }, 'senderId'],
    ['POST', '/api/support/contact', { ...FORM, message: 7 }, 'message'],
    ['GET', '/api/support/inbox?status=DONE', undefined, 'status'],
    ['GET', '/api/support/inbox?limit=10001', undefined, 'limit'],
    ['GET', '/api/support/inbox?oldestFirst=yes', undefined, 'oldestFirst'],
    ['PATCH', '/api/support/message/m1', {}, 'status'],
    ['PATCH', '/api/support/message/m1', { status: 'open' }, 'status'],
    ['PATCH', '/api/support/message/m1', { status: 'OPEN', handlerId: 'u1' }, 'handlerId'],
    ['POST', '/api/support/message/m1/claim', { userId: 7 }, 'userId'],
    ['POST', '/api/support/message/m1/claim', { handlerId: 'u1' }, 'handlerId'],
  ])('%s %s %j names the field %s', async (method, path, body, field) => {
    const answer = await ask(method, path, body);
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        success: false,
        error: `La valeur de ${fieldLabel(field, 'fr')} n’est pas valide.`,
        code: 'VALIDATION_FAILED',
        field,
      },
    ]);
    // The inbox needs a role, so the caller is looked up before validation errors are answered.
    const first = path === '/api/support/contact' ? [] : ['me'];
    expect(gateway.canned().calls.map(({ field: executed }) => executed)).toEqual(first);
  });
});
