import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@volant/infra/auth/viewer';
import { openRedisCache } from '@volant/infra/cache/redis-cache';
import { openMongoEventStore } from '@volant/infra/event-store/mongo-event-store';
import { createMongoLeases } from '@volant/infra/lease/mongo-leases';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import { ALL_TOPICS, USERS_TOPIC } from '@volant/infra/message-log/topics';
import { openMongo } from '@volant/infra/mongo/connection';
import { createLogger } from '@volant/infra/process/observability/log';
import { testServers } from '@volant/infra/testing/test-servers';
import { openMongoViewStore } from '@volant/infra/views/mongo-view-store';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSupport, type Support } from './app.ts';
import { type Answer as FixtureAnswer, FORM, SEND, tokenOf } from './testing/support-fixture.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const CLAIM = 'mutation($id: ID!) { claimSupportMessage(id: $id) { handler { id } } }';
const LIST = `query($first: Int, $after: String, $filter: SupportMessageFilter) {
  supportMessages(first: $first, after: $after, filter: $filter) {
    nodes { id subject body status createdAt handler { id } } totalCount pageInfo { endCursor hasNextPage }
  }
}`;
const sup = tokenOf('sup', 'SUPPORT');

/** Two processes of the service over one MongoDB and one Redis. */
async function openTwo() {
  const directory = await mkdtemp(join(tmpdir(), 'volant-support-'));
  const messageLog = await openEmbeddedMessageLog({ path: join(directory, 'log') });
  await messageLog.ensureTopics(ALL_TOPICS);
  const { mongodb, redis } = testServers();
  const [database, prefix] = [`test-${randomUUID()}`, `${randomUUID()}:`];
  const closing: (() => Promise<void>)[] = [];

  async function open(): Promise<Support> {
    const connection = await openMongo({ url: mongodb.url, database, log });
    const leases = await createMongoLeases({ connection, log });
    const eventStore = await openMongoEventStore({ connection, log });
    const viewStore = await openMongoViewStore({ connection, log });
    const cache = await openRedisCache({ url: redis.url, prefix, log });
    const support = createSupport(
      { eventStore, viewStore, leases, messageLog, cache, clock: () => new Date(), newId: () => newId(), log },
      { limitSecret: 'secret of the tests' },
      async (token) => {
        const [role, userId] = token.split(' ');
        return userId === undefined ? undefined : { userId, role: role as Role, sessionId: 'session' };
      },
    );
    await support.start();
    closing.push(async () => {
      await support.stop();
      await leases.close();
      await Promise.all([eventStore.close(), viewStore.close(), cache.close()]);
      await connection.close();
    });
    return support;
  }

  return {
    messageLog,
    first: await open(),
    second: await open(),
    async close() {
      for (const close of closing) await close();
      const connection = await openMongo({ url: mongodb.url, database, log });
      await connection.mongoose.dropDatabase();
      await connection.close();
      await messageLog.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

let two: Awaited<ReturnType<typeof openTwo>>;
beforeAll(async () => {
  two = await openTwo();
});
afterAll(() => two.close());

type Answer = Pick<FixtureAnswer, 'data' | 'code'>;

let calls = 0;
async function run(
  support: Support,
  token: string | undefined,
  query: string,
  variables: object,
  call: object = {},
): Promise<Answer> {
  calls += 1;
  const { data, errors } = await support.subgraph.execute(
    { query, variables: { ...variables } },
    {
      token,
      language: 'en',
      // A new network for each call, so that the limits per network do not apply.
      clientAddress: `2001:db8:0:${calls.toString(16)}::1`,
      correlationId: 'test',
      idempotencyKey: undefined,
      ...call,
    },
  );
  return { data, code: errors?.[0]?.extensions.code as string | undefined };
}

let written = 0;
async function send(support: Support, token?: string, call: object = {}, changes: object = {}) {
  written += 1;
  const input = { ...FORM, email: `writer-${written}@example.org`, ...changes };
  return run(support, token, SEND, { input }, call);
}

describe('two processes of support', () => {
  it('show messages sent to either of them', async () => {
    const { first, second } = two;
    const { data } = await send(first);
    await expect
      .poll(async () => (await run(second, sup, LIST, { first: 1 })).data.supportMessages.nodes[0]?.id)
      .toBe(data.sendSupportMessage.id);
  });

  it('have one winner among 200 concurrent claims', async () => {
    const { first, second } = two;
    const id = (await send(first)).data.sendSupportMessage.id;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        run(index % 2 === 0 ? first : second, tokenOf(`crowd-${index}`, 'SUPPORT'), CLAIM, { id }),
      ),
    );
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'MESSAGE_ALREADY_HANDLED')).toHaveLength(199);
  });

  it('store a message once that both receive under one key, and share the limits', async () => {
    const { first, second } = two;
    const retry = { idempotencyKey: 'k-1', clientAddress: '192.0.2.1' };
    const same = { email: 'same@example.org' };
    const answers = await Promise.all([first, second].map((support) => send(support, undefined, retry, same)));
    expect(answers[0]?.data).toEqual(answers[1]?.data);
    for (let time = 0; time < 4; time += 1) {
      const more = await send(time % 2 === 0 ? first : second, undefined, { clientAddress: '192.0.2.1' });
      expect(more.code).toBeUndefined();
    }
    expect((await send(first, undefined, { clientAddress: '192.0.2.1' })).code).toBe('TOO_MANY_MESSAGES');
    expect((await send(second, undefined, { clientAddress: '192.0.2.1' })).code).toBe('TOO_MANY_MESSAGES');
  });

  it('paginate the whole inbox by cursor like one list', async () => {
    const { first, second } = two;
    const sent = await Promise.all(Array.from({ length: 30 }, (_, index) => send(index % 2 === 0 ? first : second)));
    const ids = sent.map(({ data }) => data.sendSupportMessage.id);
    // On a busy machine the view may lag behind the response.
    await expect
      .poll(async () => {
        const { nodes } = (await run(second, sup, LIST, { first: 10_000 })).data.supportMessages;
        return nodes.map(({ id }: { id: string }) => id);
      })
      .toEqual(expect.arrayContaining(ids));
    const all = (await run(second, sup, LIST, { first: 10_000 })).data.supportMessages;
    const walked: unknown[] = [];
    let after: string | null = null;
    for (;;) {
      const { data }: Answer = await run(first, sup, LIST, { first: 7, after });
      const part = data.supportMessages;
      walked.push(...part.nodes);
      if (!part.pageInfo.hasNextPage) break;
      after = part.pageInfo.endCursor;
    }
    expect(walked).toEqual(all.nodes);
    expect(all.totalCount).toBe(walked.length);
    const open = (await run(first, sup, LIST, { first: 10_000, filter: { status: 'OPEN' } })).data.supportMessages;
    expect(open.totalCount).toBe(walked.length);
  });

  it('handle an erased account once', async () => {
    const { first, second, messageLog } = two;
    const ids = await Promise.all([first, second].map(async (support) => (await send(support, tokenOf('ana'))).data));
    expect(ids).toHaveLength(2);
    const before = (await run(first, sup, LIST, { first: 1 })).data.supportMessages.totalCount;
    await messageLog.publish(USERS_TOPIC.name, [{ key: 'ana', value: null }]);
    for (const support of [first, second]) {
      await expect
        .poll(async () => (await run(support, sup, LIST, { first: 1 })).data.supportMessages.totalCount, {})
        .toBe(before - 2);
    }
  });
});
