import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { AnalyticsDatabase } from '@volant/infra/analytics-database/analytics-database';
import { openChdb } from '@volant/infra/analytics-database/chdb';
import type { Role as UserRole, Viewer } from '@volant/infra/auth/viewer';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { ACTIVITY_TOPIC, ALL_TOPICS, PAGES_TOPIC } from '@volant/infra/message-log/topics';
import { createLogger, type Logger } from '@volant/infra/process/observability/log';
import type { Measures } from '@volant/infra/process/observability/metrics';
import { parisDay } from '@volant/infra/time/paris-day';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import {
  type Activity,
  ActivityBatchSchema,
  ActivitySchema,
  ActivityType,
} from '@volant/proto/volant/analytics/v1/activity_pb';
import { type PageSnapshot, PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { type FastifyInstance, fastify } from 'fastify';
import { v7 as newId } from 'uuid';
import { PATIENCE_MS } from '../../../../scripts/patience.ts';
import { type Analytics, type AnalyticsSettings, createAnalytics } from '../app.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A page as the gateway references it in this subgraph. */
export interface ReportedPage {
  readonly uid: string;
  readonly ownerId: string;
  readonly tenure: number;
  readonly claimedAt?: string;
}

/** The parts of a report that tests check. */
export interface Report {
  readonly eventCount: number;
  readonly viewCount: number;
  readonly analytics: {
    readonly summary: { readonly views: number; readonly clicks: number };
    readonly days: readonly { readonly date: string; readonly views: number; readonly clicks: number }[];
    readonly recentEvents: readonly { readonly id: string; readonly type: string; readonly createdAt: string }[];
  };
}

type PageFields = Partial<Omit<PageSnapshot, '$typeName'>>;

export interface Harness {
  readonly analytics: Analytics;
  readonly messageLog: MessageLog;
  readonly database: AnalyticsDatabase;
  readonly origin: string;
  /** Sets the clock of everything but the log. The clock does not advance by itself. */
  setNow(now: Date): void;
  /** Publishes a page, by default owned and active, and waits until collect knows it. */
  knownPage(page?: PageFields): Promise<ReportedPage>;
  /** Publishes a page without waiting, or its tombstone. */
  putPage(page: PageFields & { readonly pageUid: string }, erased?: boolean): Promise<void>;
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  publish(activities: readonly Activity[]): Promise<void>;
  /** Resolves once everything in the log is in the table. */
  settle(): Promise<void>;
  /** Runs an operation on a page like the gateway, for a signed-in user (`role:userId`) or without a user. */
  page(page: ReportedPage, fields: string, token?: string): Promise<Report>;
  /** Runs a query of the subgraph; resolves with its data and error codes. */
  query(query: string, token?: string): Promise<{ readonly data: unknown; readonly codes: readonly string[] }>;
  pageErrors(page: ReportedPage, fields: string, token?: string): Promise<readonly string[]>;
  select<Row>(query: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** A test token contains its own claims: `DRIVER:<user id>`. */
async function verifyTestToken(token: string | undefined): Promise<Viewer | undefined> {
  const [role, userId] = token?.split(':') ?? [];
  if (role === undefined || userId === undefined) return undefined;
  return { role: role as UserRole, userId, sessionId: 'session' };
}

const CALL = {
  language: 'en',
  clientAddress: '127.0.0.1',
  correlationId: 'test',
  idempotencyKey: undefined,
} as const;

async function openEmbedded(directory: string) {
  const messageLog = await openEmbeddedMessageLog({ path: path.join(directory, 'log') });
  const database = await openChdb({ path: path.join(directory, 'clickhouse'), database: 'volant' });
  return { messageLog, database };
}

/** The whole pipeline on embedded adapters behind a listening server. */
export async function startHarness(
  options: {
    readonly settings?: Partial<AnalyticsSettings>;
    readonly wrapLog?: (log: MessageLog) => MessageLog;
    readonly wrapDatabase?: (database: AnalyticsDatabase) => AnalyticsDatabase;
    readonly log?: Logger;
    readonly measures?: Measures;
    /** Called before the server has routes. */
    readonly prepareServer?: (server: FastifyInstance) => void;
    /** Replaces the embedded adapters; closed with the harness. */
    readonly open?: () => Promise<{ readonly messageLog: MessageLog; readonly database: AnalyticsDatabase }>;
  } = {},
): Promise<Harness> {
  const directory = await mkdtemp(path.join(tmpdir(), 'volant-analytics-'));
  const log = options.log ?? createLogger({ name: 'test', level: 'silent' });
  let now: Date | undefined;
  const clock = () => now ?? new Date();
  const { messageLog, database } = await (options.open ?? (() => openEmbedded(directory)))();
  await messageLog.ensureTopics(ALL_TOPICS);
  const analytics = createAnalytics(
    {
      messageLog: options.wrapLog?.(messageLog) ?? messageLog,
      database: options.wrapDatabase?.(database) ?? database,
      ownViews: createMemoryViewStore(),
      cache: createMemoryCache({ clock }),
      clock,
      newId,
      log,
      ...(options.measures === undefined ? {} : { measures: options.measures }),
    },
    {
      roles: ['collect', 'ingest', 'reports'],
      trustedProxies: ['127.0.0.1'],
      // On a busy machine a test could still be running when the first scheduled fold starts.
      folding: 'when called',
      ...options.settings,
    },
    verifyTestToken,
  );
  const server = fastify();
  options.prepareServer?.(server);
  await server.register(analytics.collectRoutes);
  await analytics.start();
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });

  let pageVersion = 0n;
  let questions = 0;
  const execute = (reference: object, fields: string, token?: string) =>
    analytics.subgraph.execute(
      {
        query: `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Page { ${fields} } } }`,
        variables: { of: [{ __typename: 'Page', ...reference }] },
      },
      { ...CALL, token },
    );

  async function putPage(page: PageFields & { readonly pageUid: string }, erased = false): Promise<void> {
    pageVersion += 1n;
    const snapshot = create(PageSnapshotSchema, {
      publicId: page.pageUid,
      ownerId: newId(),
      tenure: 1,
      state: PageState.ACTIVE,
      version: pageVersion,
      ...page,
    });
    const value = erased ? null : toBinary(PageSnapshotSchema, snapshot);
    await messageLog.publish(PAGES_TOPIC.name, [{ key: page.pageUid, value }]);
  }

  async function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const response = await fetch(`${origin}/api/public/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body instanceof Uint8Array ? new Uint8Array(body) : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  /** Each request about a witness comes from its own address, so that no rate limit is reached. */
  function witnessHeaders(): Readonly<Record<string, string>> {
    questions += 1;
    return { 'x-forwarded-for': `198.18.${questions >> 8}.${questions & 0xff}` };
  }

  return {
    analytics,
    messageLog,
    database,
    origin,
    setNow(next) {
      now = next;
    },
    putPage,
    async knownPage(fields = {}) {
      const ownerId = fields.ownerId ?? newId();
      const page = { pageUid: newId(), tenure: 1, ...fields, ownerId };
      await putPage(page);
      // Pages become known in publication order, so a later page that is known proves that this one is too.
      const witness = newId();
      await putPage({ pageUid: witness });
      await until(async () => (await post({ pageId: witness, type: 'VIEW' }, witnessHeaders())).status, 202);
      return { uid: page.pageUid, ownerId, tenure: page.tenure };
    },
    post,
    async publish(activities) {
      const value = toBinary(ActivityBatchSchema, create(ActivityBatchSchema, { activities: [...activities] }));
      await messageLog.publish(ACTIVITY_TOPIC.name, [{ key: newId(), value }]);
    },
    settle: () => until(() => analytics.lag(), 0),
    async page(reference, fields, token) {
      const { data, errors } = await execute(reference, fields, token);
      if (errors !== undefined) throw new Error(`the operation failed: ${JSON.stringify(errors)}`);
      const [entity] = (data as { _entities: Record<string, unknown>[] })._entities;
      return entity as unknown as Report;
    },
    async query(query, token) {
      const { data, errors } = await analytics.subgraph.execute({ query, variables: {} }, { ...CALL, token });
      return { data, codes: errors?.map(({ extensions }) => String(extensions.code)) ?? [] };
    },
    async pageErrors(reference, fields, token) {
      const { errors } = await execute(reference, fields, token);
      return errors?.map(({ extensions }) => String(extensions.code)) ?? [];
    },
    async select<Row>(query: string) {
      const result = await database.client.query({ query, format: 'JSONEachRow' });
      return result.json<Row>();
    },
    async close() {
      await server.close();
      await analytics.stop();
      await messageLog.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An activity with defaults for all fields that the test does not set. */
export function activity(of: Partial<Omit<Activity, '$typeName'>> & { readonly at?: Date }): Activity {
  const { at = new Date(), ...fields } = of;
  return create(ActivitySchema, {
    eventId: newId({ msecs: at.getTime() }),
    pageUid: newId(),
    tenure: 1,
    type: ActivityType.VIEW,
    occurredAt: timestampFromMs(at.getTime()),
    day: parisDay(at.getTime()),
    country: 'FR',
    visitor: 7n,
    ...fields,
  });
}

/** Polls until the value is the expected one; fails with the last one. */
export async function until<T>(read: () => Promise<T> | T, expected: T): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let last = await read(); last !== expected; last = await read()) {
    if (Date.now() > end)
      throw new Error(`still ${inspect(last)} and not ${inspect(expected)} after ${PATIENCE_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
