import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { MESSAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Deactivation } from '@volant/infra/process/server/remote-service';
import { MessageKind, MessageNoticeSchema } from '@volant/proto/volant/support/v1/message_pb';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPages, type PagesFixture, tokenOf } from '../testing/pages-fixture.ts';
import { ANY_WAITING, DELIVERIES } from './deliveries.ts';
import type { Attempt } from './post.ts';

const ADD = `mutation($input: WebhookInput!) {
  addWebhook(input: $input) { webhook { id name url types enabled } secret }
}`;
const CHANGE = 'mutation($id: ID!, $input: WebhookInput!) { changeWebhook(id: $id, input: $input) { enabled } }';
const LIST = '{ webhooks { id name } }';
const DELIVERIES_OF = `query($id: ID!, $state: DeliveryState) { webhook(id: $id) {
  deliveries(state: $state) { nodes { id type state attempts status problem nextAt } totalCount }
} }`;
const MAKE = 'mutation($input: CreatePagesInput!) { createPages(input: $input) { pages { id } } }';
const EDIT = 'mutation($id: ID!, $input: PageInput!) { updatePage(id: $id, input: $input) { id } }';
const CLAIM = 'mutation($id: ID!) { claimPage(id: $id) { id } }';
const TYPES = ['PAGE_CLAIMED', 'PAGE_CHANGED', 'BATCH_MADE', 'MESSAGE_RECEIVED'];
const INPUT = { name: 'Shop', url: 'https://shop.example/hook', types: TYPES };
const DAY = 24 * 60 * 60 * 1000;
const ok: Attempt = { status: 204, problem: null };
const failed: Attempt = { status: 500, problem: 'REFUSED' };
const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let pages: PagesFixture;
let sent: Sent[];
let answer: (message: Sent) => Attempt;
let notices: Deactivation[];

beforeEach(async () => {
  sent = [];
  answer = () => ok;
  notices = [];
  const postMessage = async (url: string, headers: Sent['headers'], body: string) => {
    const message = { url, headers, body };
    sent.push(message);
    return answer(message);
  };
  pages = await openPages({}, { postMessage, tellDeactivation: async (one) => void notices.push(one) });
  await pages.openAccount('ana');
});
afterEach(() => pages.close());

async function add(input: object = INPUT) {
  const { data, code } = await pages.run(admin, ADD, { input });
  expect(code).toBeUndefined();
  return { id: data.addWebhook.webhook.id as string, secret: data.addWebhook.secret as string };
}
async function unclaimedPage(): Promise<string> {
  const { data } = await pages.run(admin, MAKE, { input: { quantity: 1, prefixNote: 'x' } });
  return data.createPages.pages[0].id;
}
const edit = (id: string, displayName: string) => pages.run(ana, EDIT, { id, input: { displayName } });
const claim = async (id: string) => expect((await pages.run(ana, CLAIM, { id })).code).toBeUndefined();
const typesSent = () => sent.map(({ body }) => JSON.parse(body).type);
const deliveries = async (id: string, state?: string) =>
  (await pages.run(admin, DELIVERIES_OF, { id, state })).data.webhook.deliveries.nodes;
const total = async (id: string, state: string) =>
  (await pages.run(admin, DELIVERIES_OF, { id, state })).data.webhook.deliveries.totalCount;
const waiting = () => pages.ports.stateStore.view(DELIVERIES).count(ANY_WAITING);

describe('a webhook', () => {
  it('gets what it wants, signed, in the order in which it happens to a page', async () => {
    const { id, secret } = await add();
    const page = await unclaimedPage();
    await claim(page);
    await edit(page, 'Ana');
    await expect.poll(() => sent.length).toBe(3);
    expect(typesSent().toSorted()).toEqual(['batch.made', 'page.changed', 'page.claimed']);
    const ofPage = sent.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.pageId === page);
    expect(ofPage.map(({ type }) => type)).toEqual(['page.claimed', 'page.changed']);
    expect(ofPage[0].data).toMatchObject({ pageId: page, state: 'ACTIVE', ownerId: 'ana', card: 'IN_USE' });
    for (const { headers, body } of sent) expect(new Webhook(secret).verify(body, { ...headers })).toBeDefined();
    expect(() => new Webhook(secret).verify(`${sent[0]?.body} `, { ...sent[0]?.headers })).toThrow();
    expect(sent.map(({ body }) => body).join()).not.toContain('Ana');
    await expect.poll(() => deliveries(id, 'DELIVERED')).toHaveLength(3);
  });

  it('gets only the types it chose, and nothing from before it was added', async () => {
    const page = await unclaimedPage();
    await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    await claim(page);
    await edit(page, 'Ana');
    const { id } = await add({ ...INPUT, name: 'Later' });
    await pages.run(admin, 'mutation($id: ID!) { testWebhook(id: $id) { id } }', { id });
    await expect.poll(() => typesSent()).toContain('webhook.test');
    expect(typesSent()).toEqual(['page.claimed', 'webhook.test']);
  });

  it('gets a page’s next message only after the former one', async () => {
    const { id } = await add({ ...INPUT, types: ['PAGE_CLAIMED', 'PAGE_CHANGED'] });
    const [first, second] = [await unclaimedPage(), await unclaimedPage()];
    answer = ({ body }) => (body.includes(first) ? failed : ok);
    await claim(first);
    await edit(first, 'Ana');
    await claim(second);
    await expect.poll(() => deliveries(id)).toHaveLength(2);
    expect(typesSent()).toEqual(['page.claimed', 'page.claimed']);
    expect(await deliveries(id, 'RETRYING')).toMatchObject([
      { type: 'PAGE_CLAIMED', attempts: 1, status: 500, problem: 'REFUSED', nextAt: expect.any(String) },
    ]);
    answer = () => ok;
    pages.advance(5_000);
    await pages.restart();
    await expect.poll(() => deliveries(id, 'DELIVERED')).toHaveLength(3);
    const ofFirst = sent.filter(({ body }) => body.includes(first));
    expect(ofFirst.map(({ body }) => JSON.parse(body).type)).toEqual(['page.claimed', 'page.claimed', 'page.changed']);
    expect(ofFirst[1]?.headers['webhook-id']).toBe(ofFirst[0]?.headers['webhook-id']);
    expect(ofFirst[1]?.body).toBe(ofFirst[0]?.body);
  });

  it('gets nothing twice after a restart', async () => {
    const { id } = await add();
    await claim(await unclaimedPage());
    await expect.poll(() => deliveries(id, 'DELIVERED')).toHaveLength(2);
    await pages.restart();
    await pages.rebuildViews();
    await claim(await unclaimedPage());
    await expect.poll(() => deliveries(id, 'DELIVERED')).toHaveLength(4);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(sent.length);
  });

  it('is given up on a message after a day, which can be sent again by hand', async () => {
    const { id } = await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    answer = () => failed;
    await claim(await unclaimedPage());
    await expect.poll(() => deliveries(id, 'RETRYING')).toHaveLength(1);
    pages.advance(DAY);
    await pages.restart();
    await expect.poll(() => deliveries(id, 'DEAD')).toMatchObject([{ attempts: 2, nextAt: null }]);
    answer = () => ok;
    const [dead] = await deliveries(id, 'DEAD');
    const again = 'mutation($id: ID!) { sendWebhookAgain(deliveryId: $id) { id } }';
    expect((await pages.run(admin, again, { id: dead.id })).data.sendWebhookAgain.id).toBe(dead.id);
    await expect.poll(() => deliveries(id, 'DELIVERED')).toMatchObject([{ id: dead.id, attempts: 1 }]);
    expect((await pages.run(admin, again, { id: 'unknown' })).code).toBe('DELIVERY_NOT_FOUND');
  });

  it('is given up on thousands of messages, which do not keep the next one from being sent', async () => {
    const { id } = await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    answer = () => failed;
    for (const prefixNote of ['x', 'y']) {
      await pages.run(admin, MAKE, { input: { quantity: 1_000, prefixNote, ownerId: 'ana' } });
    }
    await expect.poll(() => waiting()).toBe(2_000);
    pages.advance(DAY + 1_000);
    await expect.poll(() => total(id, 'DEAD')).toBe(2_000);
    expect(sent.length).toBeLessThan(50);
    answer = () => ok;
    const before = sent.length;
    await pages.restart();
    await claim(await unclaimedPage());
    await expect.poll(() => sent.length).toBe(before + 1);
    // The job has removed the oldest.
    expect(await total(id, 'DEAD')).toBe(1_000);
  });

  it('gets what waited when a backup without the table was made, and nothing from before that', async () => {
    const { id } = await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    const [first, second, third] = [await unclaimedPage(), await unclaimedPage(), await unclaimedPage()];
    await claim(first);
    await expect.poll(() => deliveries(id, 'DELIVERED')).toHaveLength(1);
    answer = ({ body }) => (body.includes(second) ? failed : ok);
    await claim(second);
    await expect.poll(() => deliveries(id, 'RETRYING')).toHaveLength(1);
    await claim(third);
    await expect.poll(() => deliveries(id, 'DELIVERED')).toHaveLength(2);
    await pages.restart();
    answer = () => ok;
    sent = [];
    await pages.loseState();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[0]?.body).toContain(second);
    expect(sent[1]?.body).toContain(third);
    await expect.poll(() => deliveries(id, 'DELIVERED')).toHaveLength(2);
  });

  it('gets nothing while it is off, and nothing any more once it is removed', async () => {
    const { id } = await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    await pages.run(admin, CHANGE, { id, input: { ...INPUT, enabled: false } });
    await claim(await unclaimedPage());
    await pages.run(admin, CHANGE, { id, input: { ...INPUT, types: ['PAGE_CLAIMED'], enabled: true } });
    const later = await unclaimedPage();
    await claim(later);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.body).toContain(later);
    await pages.run(admin, 'mutation($id: ID!) { removeWebhook(id: $id) { id } }', { id });
    expect((await pages.run(admin, LIST)).data.webhooks).toEqual([]);
    expect((await pages.run(admin, DELIVERIES_OF, { id })).code).toBe('WEBHOOK_NOT_FOUND');
    const { id: other } = await add({ ...INPUT, types: ['BATCH_MADE'] });
    await claim(await unclaimedPage());
    await expect.poll(() => deliveries(other)).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('is disabled when its receiver is gone, and those who set it up get a mail', async () => {
    const { id } = await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    answer = () => ({ status: 410, problem: 'REFUSED' });
    await claim(await unclaimedPage());
    await expect.poll(() => deliveries(id, 'DEAD')).toMatchObject([{ attempts: 1, status: 410 }]);
    await expect
      .poll(async () => (await pages.run(admin, '{ webhooks { enabled } }')).data.webhooks)
      .toEqual([{ enabled: false }]);
    await expect
      .poll(() => notices)
      .toEqual([expect.objectContaining({ ownerId: 'admin', webhookHost: 'shop.example' })]);
    await claim(await unclaimedPage());
    const { id: other } = await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    answer = () => ok;
    await claim(await unclaimedPage());
    await expect.poll(() => deliveries(other)).toHaveLength(1);
    expect(sent).toHaveLength(2);
    // An administrator who turns a webhook off needs no mail.
    await pages.run(admin, CHANGE, { id: other, input: { ...INPUT, enabled: false } });
    await pages.restart();
    expect(notices).toHaveLength(1);
  });

  it('gets no message earlier than a busy receiver wants it', async () => {
    const { id } = await add({ ...INPUT, types: ['PAGE_CLAIMED'] });
    answer = () => ({ status: 429, problem: 'REFUSED', retryAfterMs: 3_600_000 });
    const now = pages.ports.clock().getTime();
    await claim(await unclaimedPage());
    await expect.poll(() => deliveries(id, 'RETRYING')).toHaveLength(1);
    const [{ nextAt }] = await deliveries(id, 'RETRYING');
    expect(Date.parse(nextAt) - now).toBeGreaterThanOrEqual(3_600_000);
    answer = () => ok;
    await claim(await unclaimedPage());
    const { id: other } = await add({ ...INPUT, types: [] });
    await pages.run(admin, 'mutation($id: ID!) { testWebhook(id: $id) { id } }', { id: other });
    await expect.poll(() => deliveries(other)).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('gets messages signed with the former secret as well for a day', async () => {
    const { id, secret } = await add({ ...INPUT, types: [] });
    const rotate = 'mutation($id: ID!) { rotateWebhookSecret(id: $id) { secret } }';
    const { secret: next } = (await pages.run(admin, rotate, { id })).data.rotateWebhookSecret;
    const test = () => pages.run(admin, 'mutation($id: ID!) { testWebhook(id: $id) { id } }', { id });
    await test();
    await expect.poll(() => sent.length).toBe(1);
    const verify = (given: string) => new Webhook(given).verify(sent[0]?.body ?? '', { ...sent[0]?.headers });
    expect(verify(secret)).toEqual(verify(next));
    pages.advance(DAY);
    await test();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.headers['webhook-signature']).not.toContain(' ');
  });

  it('receives messages to the support without their text', async () => {
    await add();
    const tell = (messageId: string, receivedAt: Date) => {
      const notice = { messageId, kind: MessageKind.REPORT, receivedAt: timestampFromDate(receivedAt) };
      const value = toBinary(MessageNoticeSchema, create(MessageNoticeSchema, notice));
      return pages.ports.messageLog.publish(MESSAGES_TOPIC.name, [{ key: messageId, value }]);
    };
    const now = pages.ports.clock();
    await tell('old', new Date(now.getTime() - 3 * DAY));
    await pages.ports.messageLog.publish(MESSAGES_TOPIC.name, [{ key: 'broken', value: new Uint8Array([255]) }]);
    await tell('m1', now);
    await tell('m1', now);
    await tell('m2', now);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent.map(({ body }) => JSON.parse(body).data)).toEqual([
      { messageId: 'm1', kind: 'REPORT' },
      { messageId: 'm2', kind: 'REPORT' },
    ]);
  });

  it('shows its secret only when it is made, and is for administrators', async () => {
    await add();
    const { data } = await pages.run(admin, LIST);
    expect(JSON.stringify(data)).not.toContain('whsec_');
    for (const token of [ana, tokenOf('sup', 'SUPPORT')]) {
      expect((await pages.run(token, LIST)).code).toBe('FORBIDDEN');
      expect((await pages.run(token, ADD, { input: INPUT })).code).toBe('FORBIDDEN');
    }
  });

  it('is added once by a retry, and at most ten times', async () => {
    const retry = () => pages.run(admin, ADD, { input: INPUT }, { idempotencyKey: 'key' });
    expect((await retry()).data).toEqual((await retry()).data);
    for (let count = 1; count < 10; count += 1) await add({ ...INPUT, name: `Shop ${count}` });
    expect((await pages.run(admin, ADD, { input: INPUT })).code).toBe('WEBHOOK_LIMIT_REACHED');
    expect((await retry()).code).toBeUndefined();
  });

  it('is added with a copied address, without brackets and quotes', async () => {
    for (const url of [
      '<https://shop.example/hook>',
      ' "https://shop.example/hook",\n',
      '[Shop](https://shop.example/hook)',
    ]) {
      const { data } = await pages.run(admin, ADD, { input: { ...INPUT, url } });
      expect(data.addWebhook.webhook.url).toBe('https://shop.example/hook');
    }
  });

  it.each([
    ['HTTPS://Shop.Example:443/Hook?a=B#', 'https://shop.example/Hook?a=B'],
    ['https://b\u00fccher.example/\u00e9', 'https://xn--bcher-kva.example/%C3%A9'],
    ['https://shop\u3002example/../hook', 'https://shop.example/hook'],
    ['https://shop.example', 'https://shop.example/'],
  ])('at %j is stored as the address that is called', async (url, called) => {
    const { data } = await pages.run(admin, ADD, { input: { ...INPUT, url } });
    expect(data.addWebhook.webhook.url).toBe(called);
  });

  it.each([
    ...['http://shop.example/', 'https://a:b@shop.example/', 'https://', 'shop.example', 'file:///etc/passwd'],
    ...['https://10.0.0.1/', 'https://127.1/', 'https://0x7f000001/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'],
    ...['https://169.254.169.254/', 'https://localhost:8443/', 'https://shop/', 'https://Shop.Internal./'],
    ...[
      'https:shop.example/',
      'https:///shop.example/',
      'https:\\\\shop.example\\',
      'https://shop.example\\@a.example/',
    ],
    ...[
      'https://@shop.example/',
      'https://.example/',
      'https://a..example/',
      'https://shop.example:0/',
      '//shop.example/',
    ],
    ...['https://router.lan/', 'https://nas.home.arpa/', 'https://shop.example/#a'],
    ...['https://shop.example/ho ok', 'https://shop.example/\nhook', 'https://shop.example/\u00a0hook'],
  ])('is not added with the address %j', async (url) => {
    expect((await pages.run(admin, ADD, { input: { ...INPUT, url } })).code).toBe('WEBHOOK_URL_INVALID');
  });
});
