import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import type { Role } from '@volant/infra/auth/viewer';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createSqliteEventStore } from '@volant/infra/event-store/sqlite-event-store';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import { ALL_TOPICS, PAGES_TOPIC, USERS_TOPIC } from '@volant/infra/message-log/topics';
import { openFileObjects } from '@volant/infra/objects/file-objects';
import { createLogger } from '@volant/infra/process/observability/log';
import { openTestDatabase } from '@volant/infra/testing/test-database';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import * as wire from '@volant/proto/volant/identity/v1/user_pb';
import { v7 as uuidV7 } from 'uuid';
import { createPages, type PagesPorts } from '../app.ts';
import { pagesProjection } from '../features.ts';

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of operations they wrote themselves.
  readonly data: any;
  /** Code of the first error. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly status: number | undefined;
  readonly field: string | undefined;
}

/** A minimal PNG. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8CAFWEXHbQSACj/P8FTKqelAAAAAElFTkSuQmCC',
  'base64',
);

/** Test token of the given viewer. */
export function tokenOf(userId: string, role: Role = 'DRIVER'): string {
  return `${role} ${userId}`;
}

const CALL: SubgraphCall = {
  token: undefined,
  language: 'en',
  clientAddress: '192.0.2.1',
  correlationId: 'test',
  idempotencyKey: undefined,
};

/** The service on the embedded adapters in its own directory; `on` replaces some of them. */
export async function openPages(settings: { readonly maxPagesPerDriver?: number } = {}, on: Partial<PagesPorts> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'volant-pages-'));
  let now = Date.now();
  const clock = () => new Date(now);
  const log = createLogger({ name: 'pages', level: 'silent' });
  const database = openTestDatabase();
  let ports: PagesPorts = {
    ...on,
    eventStore: on.eventStore ?? (await createSqliteEventStore({ database, owner: 'pages' })),
    viewStore: on.viewStore ?? createMemoryViewStore(),
    stateStore: on.stateStore ?? on.viewStore ?? createMemoryViewStore(),
    messageLog: await openEmbeddedMessageLog({ path: join(directory, 'log'), database }),
    cache: on.cache ?? createMemoryCache(),
    objects: on.objects ?? (await openFileObjects({ path: join(directory, 'objects') })),
    peopleFound: on.peopleFound ?? (async () => []),
    tellDeactivation: on.tellDeactivation ?? (async () => {}),
    clock,
    newId: () => uuidV7(),
    log,
  };
  await ports.messageLog.ensureTopics(ALL_TOPICS);

  const build = () =>
    createPages(ports, { maxPagesPerDriver: 20, ...settings }, async (token) => {
      const [role, userId] = token.split(' ');
      return userId === undefined ? undefined : { userId, role: role as Role, sessionId: 'session' };
    });
  let pages = build();
  await pages.start();

  return {
    get ports() {
      return ports;
    },
    pages: () => pages,
    /** Time stands still unless a test advances it. */
    advance(ms: number) {
      now += ms;
    },
    /** Stops the service, empties its views and starts another one, which makes them anew. */
    async rebuildViews() {
      await pages.stop();
      const { name, views } = pagesProjection(ports.eventStore);
      for (const each of new Set([name, ...views.map((view) => view.name)])) await ports.viewStore.reset(each);
      pages = build();
      await pages.start();
    },
    /** Stops the service and starts another one without the documents of the state store, as after an import. */
    async loseState() {
      await pages.stop();
      ports = { ...ports, stateStore: createMemoryViewStore() };
      pages = build();
      await pages.start();
    },
    /** Stops the service and starts another one on the same stores. */
    async restart() {
      await pages.stop();
      pages = build();
      await pages.start();
    },
    async run(
      token: string | undefined,
      query: string,
      variables: object = {},
      call: Partial<SubgraphCall> = {},
    ): Promise<Answer> {
      const result = await pages.subgraph.execute({ query, variables: { ...variables } }, { ...CALL, token, ...call });
      const error = result.errors?.[0];
      return {
        data: result.data,
        code: error?.extensions.code as string | undefined,
        message: error?.message,
        status: error?.extensions.status as number | undefined,
        field: error?.extensions.field as string | undefined,
      };
    },
    /** Uploads a picture and returns its path. */
    async upload(token: string | undefined, bytes: Uint8Array = PICTURE, idempotencyKey?: string): Promise<string> {
      async function* body() {
        yield bytes;
      }
      const { imageUrl } = await pages.uploadImage({ body: body(), call: { ...CALL, token, idempotencyKey } });
      return imageUrl;
    },
    /** All present records of the pages topic. */
    async published(): Promise<readonly LogRecord[]> {
      const records: LogRecord[] = [];
      const follower = await ports.messageLog.follow({
        topic: PAGES_TOPIC.name,
        from: () => Promise.resolve(0),
        onBatch: async (batch) => void records.push(...batch),
      });
      await follower.caughtUp;
      await follower.stop();
      return records;
    },
    /** Publishes the erasure of an account, as identity does. */
    async eraseAccount(userId: string) {
      await ports.messageLog.publish(USERS_TOPIC.name, [{ key: userId, value: null }]);
    },
    async openAccount(userId: string) {
      const snapshot = create(wire.UserSnapshotSchema, { userId, role: wire.Role.DRIVER, version: 1n });
      await ports.messageLog.publish(USERS_TOPIC.name, [
        { key: userId, value: toBinary(wire.UserSnapshotSchema, snapshot) },
      ]);
    },
    async close() {
      await pages.stop();
      await ports.eventStore.close();
      await ports.viewStore.close();
      await ports.stateStore.close();
      await ports.messageLog.close();
      await database.close();
      await ports.cache.close();
      await ports.objects.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type PagesFixture = Awaited<ReturnType<typeof openPages>>;
