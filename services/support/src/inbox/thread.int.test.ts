import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM, INBOUND_SECRET, openSupport, SEND, type SupportFixture, tokenOf } from '../testing/support-fixture.ts';

const THREAD = `id status unread answerable blocked createdAt waitingSince replied
  thread { id kind body quoted attachments author { id } from }`;
const READ = `query($id: ID!) { supportMessage(id: $id) { ${THREAD} } }`;
const REPLY = `mutation($id: ID!, $input: SupportReplyInput!) { replyToSupportMessage(id: $id, input: $input) { ${THREAD} } }`;
const NOTE = `mutation($id: ID!, $text: String!) { noteSupportMessage(id: $id, text: $text) { ${THREAD} } }`;
const MARK = `mutation($id: ID!, $read: Boolean!) { markSupportMessageRead(id: $id, read: $read) { unread } }`;
const BLOCK = `mutation($id: ID!, $blocked: Boolean!) { blockSupportSender(id: $id, blocked: $blocked) { blocked } }`;
const RECEIVE = `mutation($input: ReceiveSupportLetterInput!) { receiveSupportLetter(input: $input) }`;

const sup = tokenOf('sup', 'SUPPORT');
const MAILBOX = 'support@volant.example';

let support: SupportFixture;
beforeAll(async () => {
  support = await openSupport({ mailbox: MAILBOX });
});
afterAll(() => support.close());

const read = async (id: string) => (await support.run(sup, READ, { id })).data.supportMessage;
const mailsTo = (to: string) => support.mails.filter((mail) => mail.to === to);

function signed(mail: string) {
  const signature = `sha256=${createHmac('sha256', INBOUND_SECRET).update(mail, 'latin1').digest('hex')}`;
  return { input: { letter: [mail], signature } };
}

/** A message, and the address that its reply is to be answered at. */
async function answeredMessage(email: string) {
  const id = await support.send({ email });
  await support.run(sup, REPLY, { id, input: { message: 'A new card is on its way.' } });
  await expect.poll(() => mailsTo(email).filter(({ subject }) => subject.startsWith('Re: ')).length).toBe(1);
  const mail = mailsTo(email).find(({ subject }) => subject.startsWith('Re: '));
  return { id, mail, address: mail?.replyTo ?? '' };
}

const mailTo = (address: string, more: string[] = [], body = 'Merci !') =>
  [`From: a@example.org`, `To: ${address}`, 'Subject: Re: Carte perdue', ...more, '', body, ''].join('\r\n');

describe('a reply', () => {
  it('is kept in the thread and mailed to the sender, with an address of its own', async () => {
    const email = 'reply@example.org';
    const { id, mail, address } = await answeredMessage(email);
    expect(await read(id)).toMatchObject({
      ...{ status: 'OPEN', unread: false, answerable: true },
      thread: [{ kind: 'REPLY', body: 'A new card is on its way.', author: { id: 'sup' }, from: null }],
    });
    expect(mail).toMatchObject({ to: email, subject: `Re: ${FORM.subject}`, thread: [id], bounceTo: address });
    expect(mail?.text).toContain('A new card is on its way.');
    expect(mail?.text).toContain(`\n\n${FORM.message}\n`);
    expect(mail?.html).toMatch(/<blockquote[^>]*><b>[^<]+<\/b><br><span[^>]*>/);
    for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/^(?:> |-- )/m);
    expect(address).toMatch(/^support\+[0-9a-z]+\.[0-9a-z]+@volant\.example$/);
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  });

  it('changes the status if it says so, and a retry sends nothing more', async () => {
    const id = await support.send({ email: 'retry@example.org' });
    const input = { message: 'Done.', status: 'RESOLVED' };
    for (let time = 0; time < 3; time += 1) {
      const { data } = await support.run(sup, REPLY, { id, input }, { idempotencyKey: 'reply-1' });
      expect(data.replyToSupportMessage).toMatchObject({ status: 'RESOLVED', thread: [{ kind: 'REPLY' }] });
    }
  });

  it('is refused without text or address, and to drivers', async () => {
    const id = await support.send();
    const code = async (token: string, message: string, of = id) =>
      (await support.run(token, REPLY, { id: of, input: { message } })).code;
    expect(await code(tokenOf('driver'), 'x')).toBe('FORBIDDEN');
    expect(await code(sup, ' \u200b ')).toBe('CONTACT_FIELDS_REQUIRED');
    expect(await code(sup, 'x'.repeat(10_001))).toBe('MESSAGE_TOO_LONG');
    const report = await support.run(
      undefined,
      'mutation { reportPage(input: { pageId: "berline", reason: SPAM }) { id } }',
    );
    expect(await code(sup, 'x', report.data.reportPage.id)).toBe('MESSAGE_WITHOUT_ADDRESS');
  });
});

it('is not offered by an installation without mail', async () => {
  const other = await openSupport({ sendsMail: false });
  try {
    const id = await other.send();
    expect((await other.run(sup, READ, { id })).data.supportMessage.answerable).toBe(false);
    expect((await other.run(sup, REPLY, { id, input: { message: 'x' } })).code).toBe('REPLIES_OFF');
  } finally {
    await other.close();
  }
});

describe('an answer', () => {
  it('opens its message again, counts once, and is mailed about if it had files', async () => {
    const email = 'answer@example.org';
    const { id, address } = await answeredMessage(email);
    await support.run(sup, REPLY, { id, input: { message: 'Done.', status: 'RESOLVED' } });
    const body = [
      ...[
        '--b',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Merci !',
        '',
        'Le 1 déc. 2026 à 10:12, Volant a écrit :',
      ],
      ...[
        '> A new card',
        '--b',
        'Content-Type: image/png; name=a.png',
        'Content-Disposition: attachment',
        '',
        'x',
        '--b--',
      ],
    ].join('\r\n');
    const more = ['Message-ID: <1@example.org>', 'Content-Type: multipart/mixed; boundary=b'];
    const mail = Buffer.from(mailTo(address.toUpperCase(), more, body)).toString('latin1');
    for (let time = 0; time < 3; time += 1) {
      const { input } = signed(mail);
      // As other programs write the same signature.
      const signature = input.signature.toUpperCase().replace('SHA256=', '');
      const taken = await support.run(undefined, RECEIVE, { input: { ...input, signature } });
      expect(taken.data.receiveSupportLetter).toBe(true);
    }
    const message = await read(id);
    expect(message).toMatchObject({ status: 'OPEN', unread: true });
    expect(message.thread.slice(2)).toEqual([
      expect.objectContaining({
        ...{ kind: 'ANSWER', body: 'Merci !', attachments: 1, author: null, from: 'a@example.org' },
        quoted: 'Le 1 déc. 2026 à 10:12, Volant a écrit :\n> A new card',
      }),
    ]);
    await expect.poll(() => mailsTo(email).filter(({ automatic }) => automatic === true).length).toBe(2);
    const notice = mailsTo(email).findLast(({ automatic }) => automatic === true);
    expect(notice).toMatchObject({ subject: 'Your attachments were not delivered' });
    expect(notice?.thread?.at(-1)).toBe('<1@example.org>');
  });

  it('with the Message-ID of another joins the thread as well', async () => {
    const { id, address } = await answeredMessage('twice@example.org');
    for (const body of ['First', 'Second', 'First']) {
      const mail = mailTo(address, ['Message-ID: <same@example.org>'], body);
      expect((await support.run(undefined, RECEIVE, signed(mail))).data.receiveSupportLetter).toBe(true);
    }
    const { thread } = await read(id);
    expect(thread.slice(1).map(({ body }: { body: string }) => body)).toEqual(['First', 'Second']);
  });

  it('that may be a machine’s leaves its message unread', async () => {
    const { id, address } = await answeredMessage('perhaps@example.org');
    await support.run(undefined, RECEIVE, signed(mailTo(address, ['Precedence: bulk'])));
    expect(await read(id)).toMatchObject({ unread: true });
  });

  it('of a mail server that reports a delivery is taken and not shown', async () => {
    const { id, address } = await answeredMessage('delivered@example.org');
    const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b';
    const report = (action: string) =>
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: ${action}\r\nStatus: 4.0.0\r\n--b--`;
    for (const action of ['delivered', 'delayed', 'relayed']) {
      const mail = mailTo(address, [type], report(action));
      expect((await support.run(undefined, RECEIVE, signed(mail))).data.receiveSupportLetter).toBe(true);
    }
    const { thread, unread } = await read(id);
    expect(unread).toBe(false);
    expect(thread.slice(1).map(({ kind }: { kind: string }) => kind)).toEqual(['DELAY']);
  });

  it('puts its message at the head of the inbox, with a promise of its own', async () => {
    const { id, address } = await answeredMessage('late@example.org');
    expect(await read(id)).toMatchObject({ replied: true });
    support.advance(60_000);
    const newer = await support.send();
    support.advance(60_000);
    await support.run(undefined, RECEIVE, signed(mailTo(address, ['Message-ID: <late@example.org>'])));
    const message = await read(id);
    expect(message.replied).toBe(false);
    expect(Date.parse(message.waitingSince) - Date.parse(message.createdAt)).toBe(120_000);
    const { data } = await support.run(sup, '{ supportMessages(first: 2) { nodes { id } } }');
    expect(data.supportMessages.nodes).toEqual([{ id }, { id: newer }]);
  });

  it('to a forged address, or with a forged signature, is not kept', async () => {
    const { id, address } = await answeredMessage('forged@example.org');
    const [local = '', domain] = address.split('@');
    const [token = '', signature = ''] = local.split('.');
    const other = (await answeredMessage('forged2@example.org')).address.split('@')[0]?.split('.')[1] ?? '';
    const forgeries = [
      `${token}.${other}@${domain}`,
      `${token}.${signature.slice(1)}@${domain}`,
      `${token}.${signature}0@${domain}`,
      `${token}.@${domain}`,
      `${token}@${domain}`,
      `${local}@elsewhere.example`,
      `support@${domain}`,
      ...Array.from(
        { length: 200 },
        (_, at) =>
          `${token}.${BigInt(at * 7919 + 1)
            .toString(36)
            .padStart(16, '0')}@${domain}`,
      ),
    ];
    for (const to of forgeries) {
      expect((await support.run(undefined, RECEIVE, signed(mailTo(to)))).data.receiveSupportLetter).toBe(false);
    }
    const { input } = signed(mailTo(address));
    for (const wrong of ['', 'sha256=', `sha1=${input.signature}`, input.signature.replace(/.$/, 'x')]) {
      const answer = await support.run(undefined, RECEIVE, { input: { ...input, signature: wrong } });
      expect(answer).toMatchObject({ code: 'LETTER_REFUSED', status: 403 });
    }
    expect((await read(id)).thread).toHaveLength(1);
  });

  it('of a machine is marked as automatic, bounded, and never answered', async () => {
    const email = 'machine@example.org';
    const { id, address } = await answeredMessage(email);
    const before = mailsTo(email).length;
    for (let time = 0; time < 30; time += 1) {
      const more = [`Message-ID: <auto${time}@example.org>`, 'Auto-Submitted: auto-replied', 'X-Autoreply: yes'];
      const taken = await support.run(undefined, RECEIVE, signed(mailTo(address, more)));
      expect(taken.data.receiveSupportLetter).toBe(time < 20);
    }
    const { thread, status, unread } = await read(id);
    expect({ status, unread }).toEqual({ status: 'OPEN', unread: false });
    expect(thread.filter(({ kind }: { kind: string }) => kind === 'AUTOMATIC')).toHaveLength(20);
    // The queue works in order: whatever it owed to these mails was sent before this.
    await answeredMessage('after-machine@example.org');
    expect(mailsTo(email)).toHaveLength(before);
  });
});

describe('a note', () => {
  it('stays with the support', async () => {
    const id = await support.send({ email: 'note@example.org' }, tokenOf('noted'));
    const { data } = await support.run(sup, NOTE, { id, text: 'Second card this month.' });
    expect(data.noteSupportMessage.thread).toMatchObject([{ kind: 'NOTE', author: { id: 'sup' } }]);
    expect((await support.run(tokenOf('noted'), READ, { id })).code).toBe('FORBIDDEN');
    await answeredMessage('after-note@example.org');
    expect(mailsTo('note@example.org').map(({ automatic }) => automatic)).toEqual([true]);
  });
});

it('is unread until somebody of the support has read it, or marks it so again', async () => {
  const id = await support.send();
  expect((await read(id)).unread).toBe(true);
  for (const value of [true, true, false]) {
    const { data } = await support.run(sup, MARK, { id, read: value });
    expect(data.markSupportMessageRead.unread).toBe(!value);
  }
});

describe('a receipt', () => {
  it('is mailed once a day to an address, in the language of the sender, without their words', async () => {
    const input = { ...FORM, email: 'receipt@example.org' };
    for (let time = 0; time < 3; time += 1) await support.run(undefined, SEND, { input }, { language: 'fr' });
    await expect.poll(() => mailsTo('receipt@example.org').length).toBe(1);
    await answeredMessage('after-receipt@example.org');
    const [receipt, ...others] = mailsTo('receipt@example.org');
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({ subject: 'Nous avons reçu votre message', automatic: true });
    expect(receipt?.text).toContain('24 à 48 heures, hors samedi et dimanche');
    expect(`${receipt?.subject}${receipt?.text}`).not.toContain(FORM.message);
    support.advance(24 * 60 * 60 * 1000 + 1);
    await support.run(undefined, SEND, { input });
    await expect.poll(() => mailsTo('receipt@example.org').length).toBe(2);
  });
});

describe('a blocked sender', () => {
  it('is refused by account, or by address without an account, until released', async () => {
    const account = tokenOf('blocked');
    const send = async (token: string | undefined, email: string) =>
      (await support.run(token, SEND, { input: { ...FORM, email } })).code;
    const ids = [
      await support.send({ email: 'own@example.org' }, account),
      await support.send({ email: 'Spam@example.org' }),
    ];
    for (const id of ids) {
      expect((await support.run(sup, BLOCK, { id, blocked: true })).data.blockSupportSender.blocked).toBe(true);
    }
    expect(await send(account, 'another@example.org')).toBe('SENDER_BLOCKED');
    expect(await send(undefined, 'spam@EXAMPLE.org')).toBe('SENDER_BLOCKED');
    // Anybody can type an address: that of an account is not refused to its owner.
    expect(await send(tokenOf('owner'), 'spam@example.org')).toBeUndefined();
    expect(await send(undefined, 'own@example.org')).toBeUndefined();
    for (const id of ids) await support.run(sup, BLOCK, { id, blocked: false });
    expect(await send(account, 'another@example.org')).toBeUndefined();
    expect(await send(undefined, 'spam@example.org')).toBeUndefined();
  });

  it('is known by a hash only, and forgotten with the account', async () => {
    const id = await support.send({ email: 'hash@example.org' });
    const ofAccount = await support.send({}, tokenOf('leaving'));
    for (const each of [id, ofAccount]) await support.run(sup, BLOCK, { id: each, blocked: true });
    const keys = async () => JSON.stringify(await support.ports.eventStore.contents.reservations('', 10_000));
    expect(await keys()).not.toContain('hash@example.org');
    expect(await keys()).toContain('blocked-account:leaving');
    await support.tellErased('leaving');
    await expect.poll(keys).not.toContain('blocked-account:leaving');
  });
});

it('erases thread and notes with the account of the sender', async () => {
  const email = 'erased@example.org';
  const id = await support.send({ email }, tokenOf('erased'));
  await support.run(sup, NOTE, { id, text: `A note about ${email}` });
  await support.run(sup, REPLY, { id, input: { message: `Dear ${email}` } });
  await expect.poll(() => mailsTo(email).length).toBe(2);
  const address = mailsTo(email).at(-1)?.replyTo ?? '';
  await support.tellErased('erased');
  await expect.poll(async () => (await support.run(sup, READ, { id })).code).toBe('MESSAGE_NOT_FOUND');
  const events = await support.ports.eventStore.readStream(`message-${id}`);
  expect(JSON.stringify(events)).not.toContain(email);
  await expect.poll(() => mailsTo(email)).toEqual([]);
  expect((await support.run(undefined, RECEIVE, signed(mailTo(address)))).data.receiveSupportLetter).toBe(false);
});
