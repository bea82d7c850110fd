import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM, openSupport, SEND, type SupportFixture, tokenOf } from './testing/support-fixture.ts';

const MESSAGE = 'id subject name email body status createdAt handler { id } sender { id } report { pageId reason }';
const LIST = `query($first: Int, $after: String, $filter: SupportMessageFilter, $oldestFirst: Boolean) {
  supportMessages(first: $first, after: $after, filter: $filter, oldestFirst: $oldestFirst) {
    nodes { ${MESSAGE} } totalCount pageInfo { endCursor hasNextPage }
  }
}`;
const READ = `query($id: ID!) { supportMessage(id: $id) { ${MESSAGE} } }`;
const MINE = `query($first: Int, $after: String) {
  mySupportMessages(first: $first, after: $after) {
    nodes { id subject name email body status createdAt } totalCount pageInfo { endCursor hasNextPage }
  }
}`;
const STATUS = `mutation($id: ID!, $status: SupportMessageStatus!) {
  changeSupportMessageStatus(id: $id, status: $status) { ${MESSAGE} }
}`;
const CLAIM = `mutation($id: ID!) { claimSupportMessage(id: $id) { ${MESSAGE} } }`;
const ASSIGN = `mutation($id: ID!, $userId: ID!) { assignSupportMessage(id: $id, userId: $userId) { ${MESSAGE} } }`;
const ENTITIES = `query($of: [_Any!]!) { _entities(representations: $of) { ... on SupportMessage { ${MESSAGE} } } }`;

const sup = tokenOf('sup', 'SUPPORT');
const sup2 = tokenOf('sup2', 'SUPPORT');
const admin = tokenOf('admin', 'ADMIN');
const driver = tokenOf('driver');

let support: SupportFixture;
beforeAll(async () => {
  support = await openSupport();
  await support.tellRole('sup', 'SUPPORT');
  await support.tellRole('sup2', 'SUPPORT');
});
afterAll(() => support.close());

describe('a message', () => {
  it('is sent, listed as open, claimed and resolved', async () => {
    const sent = await support.run(undefined, SEND, { input: FORM });
    const { id, createdAt } = sent.data.sendSupportMessage;
    const { message: body, ...rest } = FORM;
    expect((await support.run(sup, READ, { id })).data.supportMessage).toEqual({
      ...rest,
      id,
      createdAt,
      body,
      status: 'OPEN',
      handler: null,
      sender: null,
      report: null,
    });
    const claimed = await support.run(sup, CLAIM, { id });
    expect(claimed.data.claimSupportMessage).toMatchObject({ status: 'OPEN', handler: { id: 'sup' } });
    for (const status of ['RESOLVED', 'PENDING', 'OPEN', 'OPEN', 'RESOLVED']) {
      const changed = await support.run(sup2, STATUS, { id, status });
      expect(changed.data.changeSupportMessageStatus).toMatchObject({ status, handler: { id: 'sup' } });
    }
    expect((await support.ports.eventStore.readStream(`message-${id}`)).length).toBe(6);
  });

  it('may be the report of a page, with or without an address', async () => {
    const REPORT = 'mutation($input: ReportPageInput!) { reportPage(input: $input) { id } }';
    const page = { pageId: 'berline', reason: 'SPAM' };
    const bare = await support.run(undefined, REPORT, { input: page });
    const read = async (id: string) => (await support.run(sup, READ, { id })).data.supportMessage;
    expect(await read(bare.data.reportPage.id)).toMatchObject({
      ...{ subject: '/d/berline', name: '', email: '', body: '', status: 'OPEN', report: page, sender: null },
    });
    const input = { ...page, email: ' A@Example.org ', message: ' It writes\u200b to everybody. ' };
    const whole = await support.run(driver, REPORT, { input });
    expect(await read(whole.data.reportPage.id)).toMatchObject({
      email: 'A@Example.org',
      body: 'It writes to everybody.',
      sender: { id: 'driver' },
    });
    const found = await support.run(sup, LIST, { first: 10, filter: { search: 'berline' } });
    expect(found.data.supportMessages.totalCount).toBe(2);
    const byUrl = { ...page, pageId: ' https://volant.example/d/berline?s=qr ' };
    const pasted = await support.run(undefined, REPORT, { input: byUrl });
    expect((await read(pasted.data.reportPage.id)).report).toEqual(page);
    for (const [changes, code] of [
      [{ pageId: 'a/b' }, 'REPORTED_PAGE_INVALID'],
      [{ pageId: 'x'.repeat(65) }, 'REPORTED_PAGE_INVALID'],
      [{ email: 'nobody' }, 'EMAIL_INVALID'],
      [{ message: 'x'.repeat(10_001) }, 'MESSAGE_TOO_LONG'],
    ] as const) {
      expect((await support.run(undefined, REPORT, { input: { ...page, ...changes } })).code).toBe(code);
    }
  });

  it('can be changed 120 times an hour', async () => {
    const id = await support.send();
    for (let time = 0; time < 120; time += 1) {
      const status = time % 2 === 0 ? 'PENDING' : 'OPEN';
      expect((await support.run(sup, STATUS, { id, status })).code).toBeUndefined();
    }
    expect((await support.run(sup, STATUS, { id, status: 'PENDING' })).code).toBe('TOO_MANY_CHANGES');
  });

  it('is shown only to the account it was sent from', async () => {
    const mine = tokenOf('sender');
    const first = await support.send({ subject: 'First' }, mine);
    const second = await support.send({ subject: 'Second' }, mine);
    // The same e-mail address without an account, which anyone could have typed.
    await support.send({ subject: 'Third' });
    const part = (await support.run(mine, MINE, { first: 1 })).data.mySupportMessages;
    const { totalCount, pageInfo } = part;
    expect({ totalCount, more: pageInfo.hasNextPage }).toEqual({ totalCount: 2, more: true });
    const rest = (await support.run(mine, MINE, { first: 1, after: pageInfo.endCursor })).data.mySupportMessages;
    expect(rest.pageInfo.hasNextPage).toBe(false);
    const sent = [...part.nodes, ...rest.nodes];
    expect(sent.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
    expect(sent[0]).toMatchObject({ email: FORM.email, body: FORM.message, status: 'OPEN' });
    const read = await support.run(sup, READ, { id: first });
    expect(read.data.supportMessage.sender).toEqual({ id: 'sender' });
    expect((await support.run(tokenOf('other'), MINE, {})).data.mySupportMessages.nodes).toEqual([]);
    expect((await support.run(undefined, MINE, {})).code).toBe('UNAUTHENTICATED');
  });

  it('that does not exist is not found', async () => {
    const answers = await Promise.all([
      support.run(sup, READ, { id: 'nothing' }),
      support.run(sup, STATUS, { id: 'nothing', status: 'OPEN' }),
      support.run(sup, CLAIM, { id: 'nothing' }),
      support.run(admin, ASSIGN, { id: 'nothing', userId: 'sup' }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ code: 'MESSAGE_NOT_FOUND', status: 404 });
  });
});

describe('claiming', () => {
  it('by two people at once has one winner, 50 times, and refuses the other', async () => {
    for (let round = 0; round < 50; round += 1) {
      const id = await support.send({ subject: `Round ${round}` });
      const answers = await Promise.all([sup, sup2].map((token) => support.run(token, CLAIM, { id })));
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['MESSAGE_ALREADY_HANDLED', undefined]);
      expect(answers.find(({ code }) => code !== undefined)).toMatchObject({
        status: 409,
        message: 'Somebody else is already handling this message.',
      });
      const winner = answers.find(({ code }) => code === undefined)?.data.claimSupportMessage.handler.id;
      expect((await support.run(sup, READ, { id })).data.supportMessage.handler).toEqual({ id: winner });
    }
  });

  it('by a thousand people at once has one winner', async () => {
    const id = await support.send();
    const people = Array.from({ length: 1000 }, (_, index) => tokenOf(`crowd-${index}`, 'SUPPORT'));
    const answers = await Promise.all(people.map((token) => support.run(token, CLAIM, { id })));
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'MESSAGE_ALREADY_HANDLED')).toHaveLength(999);
    const commits = await support.ports.eventStore.readStream(`message-${id}`);
    expect(commits.flatMap(({ events }) => events).filter(({ type }) => type === 'MessageClaimed')).toHaveLength(1);
  });

  it('succeeds again for the handler, and fails for an administrator', async () => {
    const id = await support.send();
    for (let time = 0; time < 3; time += 1) expect((await support.run(sup, CLAIM, { id })).code).toBeUndefined();
    expect((await support.run(admin, CLAIM, { id })).code).toBe('MESSAGE_ALREADY_HANDLED');
  });

  it('answers a retry as the first time, even if the message was reassigned since', async () => {
    const id = await support.send();
    const claim = () => support.run(sup, CLAIM, { id }, { idempotencyKey: 'claim-1' });
    const first = await claim();
    expect((await support.run(admin, ASSIGN, { id, userId: 'sup2' })).code).toBeUndefined();
    expect((await claim()).data).toEqual(first.data);
    expect((await support.run(sup, READ, { id })).data.supportMessage.handler).toEqual({ id: 'sup2' });
  });
});

describe('an idempotency key', () => {
  it('reused for another message or status does not replay the wrong result', async () => {
    const ids = [await support.send(), await support.send()];
    const call = { idempotencyKey: 'the same for all' };
    for (const id of ids) {
      for (const status of ['PENDING', 'RESOLVED']) {
        const { data } = await support.run(sup, STATUS, { id, status }, call);
        expect(data.changeSupportMessageStatus).toMatchObject({ id, status });
      }
      expect((await support.run(sup, CLAIM, { id }, call)).data.claimSupportMessage).toMatchObject({ id });
      for (const userId of ['sup', 'sup2']) {
        const { data } = await support.run(admin, ASSIGN, { id, userId }, call);
        expect(data.assignSupportMessage).toMatchObject({ id, handler: { id: userId } });
      }
    }
  });
});

describe('an administrator', () => {
  it('assigns a message to support staff, whether it is claimed or not', async () => {
    const id = await support.send();
    for (const userId of ['sup', 'sup2', 'sup2']) {
      const answer = await support.run(admin, ASSIGN, { id, userId });
      expect(answer.data.assignSupportMessage).toMatchObject({ handler: { id: userId }, status: 'OPEN' });
    }
  });

  it('cannot assign it to a person who does not currently have the role', async () => {
    const id = await support.send();
    await support.tellRole('former', 'SUPPORT');
    await support.tellRole('former', 'DRIVER');
    const code = async (userId: string) => (await support.run(admin, ASSIGN, { id, userId })).code;
    await expect.poll(() => code('former')).toBe('HANDLER_NOT_FOUND');
    expect(await support.run(admin, ASSIGN, { id, userId: '' })).toMatchObject({
      code: 'HANDLER_NOT_FOUND',
      status: 400,
    });
    expect(await code('driver')).toBe('HANDLER_NOT_FOUND');
    await support.tellRole('former', 'SUPERADMIN');
    expect(await code('former')).toBeUndefined();
  });
});

describe('roles', () => {
  it.each([
    [undefined, 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
    ['broken', 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
    [driver, 'FORBIDDEN', 'FORBIDDEN'],
    [sup, undefined, 'FORBIDDEN'],
    [admin, undefined, undefined],
    [tokenOf('super', 'SUPERADMIN'), undefined, undefined],
  ])('of %s grant exactly their operations', async (token, reading, assigning) => {
    const id = await support.send();
    const code = async (query: string, variables: object) => (await support.run(token, query, variables)).code;
    expect(await code(SEND, { input: FORM })).toBeUndefined();
    expect(await code(LIST, {})).toBe(reading);
    expect(await code(READ, { id })).toBe(reading);
    expect(await code(STATUS, { id, status: 'PENDING' })).toBe(reading);
    expect(await code(CLAIM, { id })).toBe(reading);
    expect(await code(ASSIGN, { id, userId: 'sup' })).toBe(assigning);
    const { data } = await support.run(token, ENTITIES, { of: [{ __typename: 'SupportMessage', id }] });
    expect(data._entities[0]?.id).toBe(reading === undefined ? id : undefined);
  });
});

describe('the inbox', () => {
  it('is sorted newest first, paginated by cursor, filtered by status and searched', async () => {
    const other = await openSupport();
    try {
      const ids: string[] = [];
      for (let index = 0; index < 7; index += 1) {
        // Some messages arrive at the same time.
        if (index % 2 === 0) other.advance(1000);
        ids.push(await other.send({ subject: `Message ${index}` }));
      }
      for (const id of ids.slice(0, 3)) await other.run(sup, STATUS, { id, status: 'RESOLVED' });
      const list = async (variables: object) => {
        const { data, code } = await other.run(sup, LIST, variables);
        expect(code).toBeUndefined();
        return data.supportMessages;
      };
      const all = await list({});
      expect(all).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: false } });
      const times = all.nodes.map(({ createdAt }: { createdAt: string }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());

      const walked: unknown[] = [];
      for (let after: string | null = null; ; ) {
        const part = await list({ first: 2, after });
        expect(part.totalCount).toBe(7);
        walked.push(...part.nodes);
        if (!part.pageInfo.hasNextPage) break;
        after = part.pageInfo.endCursor;
      }
      expect(walked).toEqual(all.nodes);
      const oldest = await list({ oldestFirst: true, first: 4 });
      const rest = await list({ oldestFirst: true, after: oldest.pageInfo.endCursor });
      expect([...oldest.nodes, ...rest.nodes].map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(
        times.toSorted(),
      );

      const resolved = await list({ filter: { status: 'RESOLVED' } });
      expect(resolved.totalCount).toBe(3);
      expect(new Set(resolved.nodes.map(({ id }: { id: string }) => id))).toEqual(new Set(ids.slice(0, 3)));
      expect((await list({ filter: { status: 'PENDING' } })).nodes).toEqual([]);
      expect((await list({ filter: { status: null } })).totalCount).toBe(7);

      await other.send({ subject: 'Carte égarée', name: 'Zoé Lefèvre', email: 'zoe.l@garage.example' });
      for (const search of ['EGAREE', 'lefevre', 'l@garage', ' zoé ', ids[0]]) {
        expect((await list({ filter: { search } })).totalCount).toBe(1);
      }
      expect((await list({ filter: { search: 'message', status: 'RESOLVED' } })).totalCount).toBe(3);
      expect((await other.run(sup, LIST, { filter: { search: 'x'.repeat(201) } })).code).toBe('VALIDATION_FAILED');
    } finally {
      await other.close();
    }
  });

  it('accepts page sizes from 1 to 10000 and refuses a foreign cursor', async () => {
    const code = async (variables: object) => (await support.run(sup, LIST, variables)).code;
    expect(await code({ first: 10_000 })).toBeUndefined();
    for (const variables of [{ first: 0 }, { first: 10_001 }, { first: -1 }, { after: 'x' }, { after: 'WzEsMl0' }]) {
      expect(await code(variables)).toBe('VALIDATION_FAILED');
    }
  });
});
