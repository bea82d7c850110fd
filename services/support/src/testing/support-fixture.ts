import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import type { Role, Viewer } from '@volant/infra/auth/viewer';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { createSqliteEventStore } from '@volant/infra/event-store/sqlite-event-store';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Mail, Message } from '@volant/infra/mail/mail';
import type { Mailbox } from '@volant/infra/mail/mailbox';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import { ALL_TOPICS, USERS_TOPIC } from '@volant/infra/message-log/topics';
import { createLogger } from '@volant/infra/process/observability/log';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import { openTestDatabase } from '@volant/infra/testing/test-database';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import * as wire from '@volant/proto/volant/identity/v1/user_pb';
import { v7 as uuidV7 } from 'uuid';
import { createSupport } from '../app.ts';

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of operations they wrote themselves.
  readonly data: any;
  /** Code of the first error. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** Encodes a viewer as a test token. */
export function tokenOf(userId: string, role: Role = 'DRIVER'): string {
  return `${role} ${userId}`;
}

export const FORM = {
  name: 'Chauffeur Démo',
  email: 'chauffeur@demo.example',
  subject: 'Carte perdue',
  message: 'Bonjour, j’ai perdu ma carte.',
};

export const SEND = `mutation($input: SendSupportMessageInput!) { sendSupportMessage(input: $input) { id createdAt } }`;

/** The same in every process of the service. */
export const LIMIT_SECRET = 'secret of the tests';

export interface FixtureOptions {
  /** Where answers arrive. */
  readonly incoming?: Mailbox;
  readonly networkLimitsTimes?: number;
  readonly mailbox?: string;
  /** True by default. */
  readonly sendsMail?: boolean;
}

export const INBOUND_SECRET = 'a secret of the mail server in the tests';

/** The service on embedded adapters, in its own directory. */
export async function openSupport({
  networkLimitsTimes = 20_000,
  mailbox,
  sendsMail = true,
  incoming,
}: FixtureOptions = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'volant-support-'));
  let now = Date.now();
  const clock = () => new Date(now);
  const lines: string[] = [];
  const log = createLogger({ name: 'support', destination: { write: (line) => void lines.push(line) } });
  const mails: Message[] = [];
  const mail: Mail = {
    async send(message) {
      mails.push(message);
    },
    async forget(addresses) {
      mails.splice(0, mails.length, ...mails.filter(({ to }) => !addresses.includes(to)));
    },
    async close() {},
  };
  const database = openTestDatabase();
  const ports: ServicePorts = {
    eventStore: await createSqliteEventStore({ database, owner: 'support' }),
    viewStore: createMemoryViewStore(),
    messageLog: await openEmbeddedMessageLog({ path: join(directory, 'log'), database }),
    cache: createMemoryCache({ clock }),
    clock,
    newId: () => uuidV7(),
    log,
  };
  await ports.messageLog.ensureTopics(ALL_TOPICS);

  async function verify(token: string): Promise<Viewer | undefined> {
    const [role, userId] = token.split(' ');
    return userId === undefined ? undefined : { userId, role: role as Role, sessionId: 'session' };
  }

  const support = createSupport(
    { ...ports, mail: sendsMail ? mail : undefined, mailbox: incoming },
    { limitSecret: LIMIT_SECRET, networkLimitsTimes, mailbox, inboundSecret: INBOUND_SECRET },
    verify,
  );
  await support.start();
  let version = 0n;

  async function run(
    token: string | undefined,
    query: string,
    variables: object = {},
    call: Partial<SubgraphCall> = {},
  ): Promise<Answer> {
    const result = await support.subgraph.execute(
      { query, variables: { ...variables } },
      {
        token,
        language: 'en',
        clientAddress: '192.0.2.1',
        correlationId: 'test',
        idempotencyKey: undefined,
        ...call,
      },
    );
    const error = result.errors?.[0];
    return {
      data: result.data,
      code: error?.extensions.code as string | undefined,
      message: error?.message,
      status: error?.extensions.status as number | undefined,
      retryAfterSeconds: error?.extensions.retryAfterSeconds as number | undefined,
    };
  }

  return {
    ports,
    /** Messages handed over so far. */
    mails,
    support,
    lines,
    run,
    /** Advances the clock, which otherwise stands still. */
    advance(ms: number) {
      now += ms;
    },
    /** Sends a message and returns its id. */
    async send(changes: Partial<typeof FORM> = {}, token?: string): Promise<string> {
      const { data, code } = await run(token, SEND, { input: { ...FORM, ...changes } });
      if (code !== undefined) throw new Error(`the message was refused: ${code}`);
      return data.sendSupportMessage.id;
    },
    /** Publishes a user's role, as identity does. */
    async tellRole(userId: string, role: Role) {
      version += 1n;
      const snapshot = create(wire.UserSnapshotSchema, { userId, role: wire.Role[role], version });
      const value = toBinary(wire.UserSnapshotSchema, snapshot);
      await ports.messageLog.publish(USERS_TOPIC.name, [{ key: userId, value }]);
    },
    async tellErased(userId: string) {
      await ports.messageLog.publish(USERS_TOPIC.name, [{ key: userId, value: null }]);
    },
    async close() {
      await support.stop();
      await ports.eventStore.close();
      await ports.viewStore.close();
      await ports.messageLog.close();
      await database.close();
      await ports.cache.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type SupportFixture = Awaited<ReturnType<typeof openSupport>>;
