import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { create, toBinary } from '@bufbuild/protobuf';
import { DomainError } from '@volant/infra/errors/domain-error';
import { createUpload, type Upload } from '@volant/infra/graphql/upload';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { readImage } from '@volant/infra/images/read-image';
import { openEmbeddedMessageLog } from '@volant/infra/message-log/embedded/embedded-message-log';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { ALL_TOPICS, PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Objects, StoredObject } from '@volant/infra/objects/objects';
import { createLogger, type Logger } from '@volant/infra/process/observability/log';
import { prepareToClose } from '@volant/infra/process/server/close-server';
import { createNotices } from '@volant/infra/process/shell/notices';
import { createMemoryViewStore } from '@volant/infra/views/memory-view-store';
import { PageSnapshotSchema } from '@volant/proto/volant/pages/v1/page_pb';
import type { FastifyPluginAsync } from 'fastify';
import { createGateway, type Gateway, type GatewaySettings } from '../app.ts';
import { type OpenApiDocument, openApiDocument } from '../openapi/document.ts';
import { readSupergraph } from '../supergraph/composed-graph.ts';
import { type Canned, createCannedSubgraphs, TOKEN } from './canned-subgraphs.ts';
import { writeWebRoot } from './web-root.ts';

export type PageFixture = MessageInitShape<typeof PageSnapshotSchema> & { pageUid: string };

export interface GatewayUnderTest {
  readonly origin: string;
  readonly port: number;
  readonly routes: Gateway['routes'];
  readonly canned: Canned;
  readonly objects: Map<string, StoredObject>;
  /** The log so far, as text. */
  readonly logged: () => string;
  readonly notices: () => readonly string[];
  readonly messageLog: MessageLog;
  publish(page: PageFixture): Promise<void>;
  erase(pageUid: string): Promise<void>;
  close(): Promise<void>;
}

export interface UnderTestOptions extends Partial<GatewaySettings> {
  readonly pages?: readonly PageFixture[];
  readonly collectRoutes?: FastifyPluginAsync;
  readonly apiDescription?: OpenApiDocument;
}

/** A listening gateway in front of canned services, with all its data in its own directory. */
export async function startGateway({
  pages = [],
  collectRoutes,
  apiDescription = openApiDocument([], {}),
  ...settings
}: UnderTestOptions = {}): Promise<GatewayUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'volant-gateway-'));
  const messageLog = await openEmbeddedMessageLog({ path: join(directory, 'log') });
  await messageLog.ensureTopics(ALL_TOPICS);
  const publish = (page: PageFixture) =>
    messageLog.publish(PAGES_TOPIC.name, [
      { key: page.pageUid, value: toBinary(PageSnapshotSchema, create(PageSnapshotSchema, page)) },
    ]);
  for (const page of pages) await publish(page);

  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const notices = createNotices(log);
  const { subgraphs, canned } = createCannedSubgraphs(log);
  const objects = new Map<string, StoredObject>();
  const gateway = await createGateway({
    subgraphs,
    supergraphSdl: readSupergraph(),
    apiDescription: JSON.stringify(apiDescription),
    messageLog,
    viewStore: createMemoryViewStore(),
    objects: objectsOf(objects),
    uploads: { pageImage: cannedUpload(log), avatar: cannedUpload(log) },
    webRoot: await writeWebRoot(directory),
    ...(collectRoutes === undefined ? {} : { collectRoutes }),
    settings: { trustedProxies: [], ...settings },
    notices,
    log,
  });
  // As the shell of the processes does.
  const closeServer = prepareToClose(gateway.server, 0);
  await gateway.start();
  const origin = await gateway.server.listen({ host: '127.0.0.1', port: 0 });

  return {
    origin,
    port: Number(new URL(origin).port),
    routes: gateway.routes,
    canned,
    objects,
    logged: () => lines.join(''),
    notices: () => [...notices.sentences],
    messageLog,
    publish,
    erase: (pageUid) => messageLog.publish(PAGES_TOPIC.name, [{ key: pageUid, value: null }]),
    async close() {
      await closeServer();
      await gateway.stop();
      await messageLog.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Path of a canned picture of this size. */
export const pathOfSize = (bytes: number) => `/uploads/${String(bytes).padStart(32, '0')}.png`;

/** Reads a picture like a service, and answers its size. */
function cannedUpload(log: Logger): Upload {
  const catalogue = IMAGE_ERRORS;
  return createUpload({
    catalogue,
    log,
    async upload({ body, call }) {
      if (call.token !== TOKEN) throw new DomainError('UNAUTHENTICATED');
      return { imageUrl: pathOfSize((await readImage(body)).bytes.length) };
    },
  });
}

function objectsOf(stored: Map<string, StoredObject>): Objects {
  return {
    put: async (key, object) => void stored.set(key, object),
    get: async (key) => stored.get(key),
    delete: async (key) => void stored.delete(key),
    async *list(prefix) {
      for (const key of stored.keys()) if (key.startsWith(prefix)) yield key;
    },
    close: async () => {},
  };
}
