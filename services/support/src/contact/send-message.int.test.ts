import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORM, openSupport, SEND, type SupportFixture, tokenOf } from '../testing/support-fixture.ts';

const TOTAL = '{ supportMessages(first: 1) { totalCount } }';
const sup = tokenOf('sup', 'SUPPORT');
const HOUR_MS = 60 * 60 * 1000;

let support: SupportFixture;
beforeEach(async () => {
  support = await openSupport({ networkLimitsTimes: 1 });
});
afterEach(() => support.close());

const send = (changes: object = {}, call: object = {}, token?: string) =>
  support.run(token, SEND, { input: { ...FORM, ...changes } }, call);
const total = async () => (await support.run(sup, TOTAL)).data.supportMessages.totalCount;

describe('a sent message', () => {
  it('is durable when it is answered', async () => {
    const { data } = await send();
    const [commit] = await support.ports.eventStore.readStream(`message-${data.sendSupportMessage.id}`);
    expect(commit?.events).toMatchObject([{ type: 'MessageReceived', data: { body: FORM.message, senderId: null } }]);
    expect(await total()).toBe(1);
  });

  it('is confirmed by a receipt, although no mailbox takes answers', async () => {
    await send();
    await expect
      .poll(() => support.mails.map(({ to, automatic }) => ({ to, automatic })))
      .toEqual([{ to: FORM.email, automatic: true }]);
  });

  it('is confirmed once a day to one mailbox, however it is spelled', async () => {
    const spellings = ['name.x+1@gmail.com', 'namex@googlemail.com', 'n.a.m.e.x+2@gmail.com', 'other+1@example.net'];
    for (const [i, email] of [...spellings, 'other+2@example.net', 'last@example.net'].entries()) {
      await send({ email }, { clientAddress: `203.0.113.${i + 1}` });
    }
    await expect.poll(() => support.mails.some(({ to }) => to === 'last@example.net')).toBe(true);
    const written = support.mails.map(({ to }) => to).filter((to) => /gmail|googlemail|^other/.test(to));
    expect(written).toEqual(['name.x+1@gmail.com', 'other+1@example.net']);
  });

  it('records the sender’s account; a broken token makes the sender anonymous', async () => {
    for (const [token, senderId] of [
      [tokenOf('ana'), 'ana'],
      ['broken', null],
    ] as const) {
      const { data } = await send({ subject: token }, {}, token);
      const [commit] = await support.ports.eventStore.readStream(`message-${data.sendSupportMessage.id}`);
      expect(commit?.events).toMatchObject([{ data: { senderId } }]);
    }
  });

  it.each([
    [{ subject: ' ' }, 'CONTACT_FIELDS_REQUIRED', 'Please fill in all fields.', 'Veuillez remplir tous les champs.'],
    [
      { message: 'too short' },
      'MESSAGE_TOO_SHORT',
      'Message must be at least 10 characters long.',
      'Le message doit compter au moins 10 caractères.',
    ],
    [
      { name: 'x'.repeat(101) },
      'NAME_TOO_LONG',
      'The name must be at most 100 characters long.',
      'Le nom ne doit pas dépasser 100 caractères.',
    ],
    [{ email: 'nobody' }, 'EMAIL_INVALID', 'This email address is not valid.', undefined],
  ])('that is invalid (%j) is refused with %s, and counts for no limit', async (changes, code, en, fr) => {
    for (let time = 0; time < 7; time += 1) expect(await send(changes)).toMatchObject({ code, status: 400 });
    expect((await send(changes)).message).toBe(en);
    if (fr !== undefined) expect((await send(changes, { language: 'fr' })).message).toBe(fr);
    expect((await send()).code).toBeUndefined();
    expect(await total()).toBe(1);
  });

  it('that may be from a bot is answered like any other, and kept apart without a receipt', async () => {
    const { data, code } = await send({ homepage: 'https://spam.example' });
    expect(code).toBeUndefined();
    expect(data.sendSupportMessage).toEqual({ id: expect.any(String), createdAt: expect.any(String) });
    const inbox =
      'query($status: SupportMessageStatus) { supportMessages(filter: { status: $status }) { nodes { id } } }';
    const listed = async (status: string) =>
      (await support.run(tokenOf('sup', 'SUPPORT'), inbox, { status })).data.supportMessages.nodes;
    expect(await listed('OPEN')).toEqual([]);
    expect(await listed('SUSPECTED')).toEqual([{ id: data.sendSupportMessage.id }]);
    const [commit] = await support.ports.eventStore.readAll(0, 1);
    expect(commit?.events).toMatchObject([{ data: { suspected: true } }]);
    expect(commit?.events[0]?.data).not.toHaveProperty('receipt');
    expect((await send({ homepage: '' })).code).toBeUndefined();
    expect(await total()).toBe(2);
  });
});

describe('a message retried under its key', () => {
  it('counts once, even if it arrives several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => send({}, { idempotencyKey: 'k-1' })));
    expect(new Set(answers.map(({ data }) => data.sendSupportMessage.id)).size).toBe(1);
    for (let time = 0; time < 4; time += 1) expect((await send({ subject: `${time}` })).code).toBeUndefined();
    expect((await send({ subject: 'one more' })).code).toBe('TOO_MANY_MESSAGES');
  });

  it('is the same message, at once or a day later, even beyond the sender’s limit', async () => {
    const again = () => send({}, { idempotencyKey: 'k-1' });
    const answers = await Promise.all([again(), again()]);
    support.advance(23 * HOUR_MS);
    answers.push(await again(), await again());
    const [first] = answers;
    for (const { data, code } of answers) {
      expect(code).toBeUndefined();
      expect(data).toEqual(first?.data);
    }
    expect(await total()).toBe(1);
    for (let time = 0; time < 5; time += 1) expect((await send({ subject: `${time}` })).code).toBeUndefined();
    expect((await send({ subject: 'one more' })).code).toBe('TOO_MANY_MESSAGES');
    // A message that was already stored is answered even beyond the limit.
    expect((await again()).data).toEqual(first?.data);
  });

  it('is another message if its text differs, so that no text is lost', async () => {
    const one = await send({}, { idempotencyKey: '1' });
    const two = await send({ message: 'Something else altogether.' }, { idempotencyKey: '1' });
    const three = await send({}, { idempotencyKey: '1' }, tokenOf('ana'));
    expect(new Set([one, two, three].map(({ data }) => data.sendSupportMessage.id)).size).toBe(3);
    expect(await total()).toBe(3);
  });
});

describe('the sixth message within an hour', () => {
  async function fifth(callOf: (time: number) => [object, object]) {
    for (let time = 0; time < 5; time += 1) {
      expect((await send(...callOf(time))).code).toBeUndefined();
      support.advance(60_000);
    }
  }

  it('from one address is refused with the time to wait, and accepted after it', async () => {
    await fifth((time) => [{ email: `person-${time}@example.org` }, { clientAddress: '192.0.2.7' }]);
    const sixth = () => send({ email: 'another@example.org' }, { clientAddress: '192.0.2.7' });
    const refused = await sixth();
    expect(refused).toMatchObject({
      code: 'TOO_MANY_MESSAGES',
      status: 429,
      message: 'You have already sent several messages. Try again in 55 min.',
      retryAfterSeconds: 55 * 60,
    });
    expect((await send({ email: 'another@example.org' }, { clientAddress: '192.0.2.8' })).code).toBeUndefined();
    support.advance(55 * 60_000);
    expect((await sixth()).code).toBeUndefined();
  });

  it('with one e-mail address, from several network addresses, is accepted', async () => {
    for (let time = 0; time < 20; time += 1) {
      await send({ email: 'Person@Example.org' }, { clientAddress: `192.0.2.${time % 4}` });
    }
    expect((await send({ email: 'person@example.org' }, { clientAddress: '192.0.2.99' })).code).toBeUndefined();
  });

  it('from one IPv6 network is refused', async () => {
    await fifth((time) => [{ email: `person-${time}@example.org` }, { clientAddress: `2001:db8:1:2::${time}` }]);
    const elsewhere = (clientAddress: string) => send({ email: 'another@example.org' }, { clientAddress });
    expect((await elsewhere('2001:db8:1:2:ffff::1')).code).toBe('TOO_MANY_MESSAGES');
    expect((await elsewhere('2001:db8:1:3::1')).code).toBeUndefined();
  });

  it('of many at once is refused too', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send({ subject: `${index}` })));
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(5);
    expect(await total()).toBe(5);
  });
});

describe('a message that could not be stored', () => {
  it('is refused as unavailable and counts for no limit', async () => {
    const { eventStore } = support.ports;
    const append = eventStore.append.bind(eventStore);
    const { DomainError } = await import('@volant/infra/errors/domain-error');
    eventStore.append = () => Promise.reject(new DomainError('UNAVAILABLE'));
    for (let time = 0; time < 7; time += 1) expect(await send()).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    eventStore.append = append;
    expect((await send()).code).toBeUndefined();
    expect(await total()).toBe(1);
  });
});

describe('limit keys and logs of a message', () => {
  it('contain neither addresses nor a person’s text', async () => {
    const keys: string[] = [];
    const { cache } = support.ports;
    const take = cache.take.bind(cache);
    cache.take = (key, ...rest) => {
      keys.push(key);
      return take(key, ...rest);
    };
    await send({}, { clientAddress: '192.0.2.55' });
    await send({ homepage: 'x' }, { clientAddress: '192.0.2.55' });
    // Of both messages, and of the receipt of the first.
    expect(keys).toHaveLength(3);
    const written = JSON.stringify([keys, support.lines]);
    expect(written).not.toMatch(/192\.0\.2|demo\.example|Carte|carte/);
    expect(JSON.stringify(await support.ports.eventStore.readAll(0, 100))).not.toContain('192.0.2');
  });
});
