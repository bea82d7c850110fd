import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSupport, type SupportFixture, tokenOf } from '../testing/support-fixture.ts';

const sup = tokenOf('sup', 'SUPPORT');

let support: SupportFixture;
beforeAll(async () => {
  support = await openSupport();
});
afterAll(() => support.close());

describe('a reply to a conversation that went on meanwhile', () => {
  const REPLY_SEEN = `mutation($id: ID!, $seen: Int) {
    replyToSupportMessage(id: $id, input: { message: "Done.", seen: $seen }) { thread { id } }
  }`;

  it('is refused until its author has loaded newer messages; a retry of a sent reply succeeds', async () => {
    const id = await support.send({ email: 'seen@example.org' });
    const send = (seen: number | undefined, idempotencyKey: string) =>
      support.run(sup, REPLY_SEEN, { id, ...(seen !== undefined && { seen }) }, { idempotencyKey });
    expect((await send(0, 'first')).code).toBeUndefined();
    expect(await send(0, 'second')).toMatchObject({ code: 'THREAD_CHANGED', status: 409 });
    expect((await send(0, 'first')).data.replyToSupportMessage.thread).toHaveLength(1);
    expect((await send(1, 'second')).code).toBeUndefined();
    expect((await send(undefined, 'third')).code).toBeUndefined();
  });
});

describe('who is writing', () => {
  const ANNOUNCE = `mutation($id: ID!, $writing: Boolean!) {
    announceSupportReply(id: $id, writing: $writing) { writers { id } }
  }`;
  const WRITERS = 'query($id: ID!) { supportMessage(id: $id) { writers { id } } }';
  const announce = (who: string, id: string, writing = true) =>
    support.run(tokenOf(who, 'SUPPORT'), ANNOUNCE, { id, writing });
  const writers = async (id: string): Promise<readonly string[]> =>
    (await support.run(sup, WRITERS, { id })).data.supportMessage.writers.map((one: { id: string }) => one.id);

  it('is shown to the others until its writer withdraws it or 25 seconds have passed', async () => {
    const [id, other] = [await support.send(), await support.send()];
    expect((await announce('ana', id)).data.announceSupportReply.writers).toEqual([{ id: 'ana' }]);
    await announce('ben', id);
    expect(await writers(id)).toEqual(['ana', 'ben']);
    expect(await writers(other)).toEqual([]);
    await announce('ana', id, false);
    expect(await writers(id)).toEqual(['ben']);
    support.advance(20_000);
    await announce('ben', id);
    support.advance(20_000);
    expect(await writers(id)).toEqual(['ben']);
    support.advance(5_001);
    expect(await writers(id)).toEqual([]);
  });

  it('names four people at most, each once, and is kept in no event', async () => {
    const id = await support.send();
    const before = await support.ports.eventStore.head();
    for (let time = 0; time < 2; time += 1) {
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((who) => announce(who, id)));
    }
    const shown = await writers(id);
    expect([shown.length, new Set(shown).size]).toEqual([4, 4]);
    expect(await support.ports.eventStore.head()).toBe(before);
  });

  it('is nobody while the cache is away', async () => {
    const id = await support.send();
    await announce('ana', id);
    const { cache } = support.ports;
    const get = cache.get.bind(cache);
    cache.get = () => Promise.reject(new Error('away'));
    try {
      expect((await announce('ana', id)).code).toBeUndefined();
      expect(await writers(id)).toEqual([]);
    } finally {
      cache.get = get;
    }
  });

  it('is for the support, and for messages that exist', async () => {
    const id = await support.send();
    expect((await support.run(tokenOf('driver'), ANNOUNCE, { id, writing: true })).code).toBe('FORBIDDEN');
    expect((await announce('ana', 'nothing')).code).toBe('MESSAGE_NOT_FOUND');
  });
});
