import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import { createProjection } from '@volant/infra/views/projection';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { supportProjection } from '../../features.ts';
import { FORM, openSupport, SEND, type SupportFixture, tokenOf } from '../../testing/support-fixture.ts';
import { INBOX_VIEW, type InboxDocument } from '../view/inbox-document.ts';

const CLAIM = 'mutation($id: ID!) { claimSupportMessage(id: $id) { id handler { id } } }';
const ASSIGN = 'mutation($id: ID!, $userId: ID!) { assignSupportMessage(id: $id, userId: $userId) { id } }';
const STATUS =
  'mutation($id: ID!, $status: SupportMessageStatus!) { changeSupportMessageStatus(id: $id, status: $status) { id } }';
const sup = tokenOf('sup', 'SUPPORT');
const admin = tokenOf('admin', 'ADMIN');
const ana = tokenOf('ana');
/** Stands for all personal data. */
const SECRET = 'Zqx-secret';
const SECRET_FORM = { name: SECRET, email: `${SECRET}@example.org`, subject: SECRET, message: `${SECRET} ${SECRET}` };

let support: SupportFixture;
beforeEach(async () => {
  support = await openSupport();
});
afterEach(() => support.close());

const inbox = () => support.ports.viewStore.view<InboxDocument>(INBOX_VIEW);
const claim = async (id: string, token = sup) => expect((await support.run(token, CLAIM, { id })).code).toBeUndefined();

describe('an erased account', () => {
  it('deletes the messages sent from it, and keeps those of others', async () => {
    const hers = await support.send(SECRET_FORM, ana);
    await support.run(ana, SEND, { input: SECRET_FORM }, { idempotencyKey: 'k' });
    const strangers = await support.send({ subject: 'From nobody’s account' });
    await claim(hers);
    await support.tellErased('ana');
    await expect.poll(() => inbox().count({})).toBe(1);
    expect(await inbox().get(strangers)).toBeDefined();
    expect(JSON.stringify(await support.ports.eventStore.readAll(0, 1000))).not.toContain(SECRET);
    expect((await support.run(sup, CLAIM, { id: hers })).code).toBe('MESSAGE_NOT_FOUND');
  });

  it('releases the messages its person handled, with their status', async () => {
    const id = await support.send();
    const others = await support.send();
    await claim(id);
    await claim(others, tokenOf('sup2', 'SUPPORT'));
    await support.run(sup, STATUS, { id, status: 'PENDING' });
    await support.tellErased('sup');
    await expect.poll(async () => (await inbox().get(id))?.handlerId).toBeNull();
    expect(await inbox().get(id)).toMatchObject({ stage: 'PENDING', message: { status: 'unhandled' } });
    expect(await inbox().get(others)).toMatchObject({ handlerId: 'sup2' });
    await claim(id, tokenOf('sup2', 'SUPPORT'));
  });

  it('deletes messages that the inbox does not show yet', async () => {
    const { eventStore, newId, clock } = support.ports;
    const readAll = eventStore.readAll.bind(eventStore);
    let waiting = true;
    eventStore.readAll = async (...range) => (waiting ? [] : readAll(...range));
    const receivedAt = clock().toISOString();
    const { message: body, ...rest } = SECRET_FORM;
    const data = { ...rest, body, messageId: 'late', senderId: 'ana', receivedAt };
    await eventStore.append({
      streamId: 'message-late',
      expectedVersion: 0,
      commandId: newId(),
      events: [{ id: newId(), type: 'MessageReceived', schema: 1, data }],
      meta: { actor: 'ana', correlationId: 'test' },
      at: receivedAt,
    });
    await support.tellErased('ana');
    await expect.poll(() => eventStore.reservations.ownerOf('erased-user:ana')).toBeDefined();
    waiting = false;
    await expect.poll(async () => JSON.stringify(await readAll(0, 100))).toContain('StreamErased');
    expect(JSON.stringify(await readAll(0, 100))).not.toContain(SECRET);
  });

  it('deletes a message that its person sent and handled', async () => {
    await claim(await support.send(SECRET_FORM, sup));
    await support.tellErased('sup');
    await expect.poll(() => inbox().count({})).toBe(0);
  });

  it('is processed again after a failure half-way', async () => {
    const ids = [await support.send(SECRET_FORM, ana), await support.send(SECRET_FORM, ana)];
    const { eventStore } = support.ports;
    const erase = eventStore.eraseStream.bind(eventStore);
    let failures = 0;
    eventStore.eraseStream = (streamId, ...rest) => {
      if (streamId.endsWith(ids[1] ?? '') && failures < 2) {
        failures += 1;
        return Promise.reject(new Error('the store is away'));
      }
      return erase(streamId, ...rest);
    };
    await support.tellErased('ana');
    await expect.poll(() => inbox().count({})).toBe(0);
    expect(failures).toBe(2);
  });

  it('gets no further messages, and its concurrent commands leave no trace', async () => {
    const { erased, ...rest } = await openErasing();
    try {
      await erased('ana');
      const refused = await rest.support.run(ana, SEND, { input: SECRET_FORM });
      expect(refused.code).toBe('CONFLICT');
      const id = await rest.support.send();
      await rest.support.tellRole('sup', 'SUPPORT');
      await erased('sup');
      expect((await rest.support.run(sup, CLAIM, { id })).code).toBe('UNAUTHENTICATED');
      expect((await rest.support.run(admin, ASSIGN, { id, userId: 'sup' })).code).toBe('HANDLER_NOT_FOUND');
      const view = rest.support.ports.viewStore.view<InboxDocument>(INBOX_VIEW);
      await expect.poll(() => view.count({})).toBe(1);
      expect(await view.get(id)).toMatchObject({ handlerId: null });
      expect(JSON.stringify(await rest.support.ports.eventStore.readAll(0, 1000))).not.toContain(SECRET);
    } finally {
      await rest.support.close();
    }
  });
});

/** Tokens of the tests outlive their accounts, as if each had been verified just before the erasure. */
async function openErasing() {
  const racing = await openSupport();
  return {
    support: racing,
    async erased(userId: string) {
      await racing.tellErased(userId);
      await expect.poll(() => racing.ports.eventStore.reservations.ownerOf(`erased-user:${userId}`)).toBeDefined();
    },
  };
}

describe('the inbox', () => {
  it('has the same content after a rebuild', async () => {
    await support.tellRole('sup2', 'SUPPORT');
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      support.advance(1000);
      ids.push(await support.send({ ...FORM, subject: `Message ${index}` }, index % 2 === 0 ? ana : undefined));
    }
    for (const id of ids.slice(1, 4)) await claim(id);
    await support.run(admin, ASSIGN, { id: ids[3], userId: 'sup2' });
    for (const id of ids.slice(2, 5)) await support.run(sup, STATUS, { id, status: 'RESOLVED' });
    await support.tellErased('ana');
    await expect.poll(() => inbox().count({})).toBe(3);

    const live = await inbox().find({}, { sort: { receivedAt: 1 } });
    const { eventStore, log } = support.ports;
    const viewStore = createMemoryViewStore();
    const projection = createProjection({ ...supportProjection(eventStore), eventStore, viewStore, log });
    await projection.start();
    await projection.stop();
    expect(await viewStore.view(INBOX_VIEW).find({}, { sort: { receivedAt: 1 } })).toEqual(live);
    await support.send({ subject: 'Later' });
    expect(await inbox().count({})).toBe(4);
  });
});
