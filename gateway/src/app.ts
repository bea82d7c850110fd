import { join } from 'node:path';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Upload } from '@volant/infra/graphql/upload';
import { createLogView } from '@volant/infra/message-log/log-view';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Objects } from '@volant/infra/objects/objects';
import { prepareToClose } from '@volant/infra/process/close-server';
import type { Logger } from '@volant/infra/process/log';
import type { Metrics } from '@volant/infra/process/metrics';
import { observeRequests } from '@volant/infra/process/observed-requests';
import { traceRequests } from '@volant/infra/process/tracing';
import type { ViewStore } from '@volant/infra/views/view-store';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createFinishedPages } from './finished-pages/finished-pages.ts';
import { startApollo } from './graphql/apollo.ts';
import { listOperations } from './graphql/listed-operations.ts';
import { createOperationCheck } from './graphql/operation-check.ts';
import { readPersistedOperations } from './graphql/persisted-operations.ts';
import { registerGraphql } from './graphql/route.ts';
import { warmUp } from './graphql/warm-up.ts';
import { setHeadersOfRoutes } from './http/edge.ts';
import { answerTheRest, createFallback } from './http/fallback.ts';
import { type Health, registerHealth } from './http/health.ts';
import { type ListedPaths, listPaths, REFUSES, type Route } from './http/listed-paths.ts';
import { edgeHeadersFor } from './http/security-headers.ts';
import { createRefusal, createServer } from './http/server.ts';
import { refuseElsewhere } from './http/this-machine.ts';
import { registerOpenApi } from './openapi/route.ts';
import { createAnswerCache } from './public-page/answer-cache.ts';
import { registerPageCode } from './public-page/page-code.ts';
import { createPageView, PAGE_VIEW } from './public-page/page-view.ts';
import { loadRenderer } from './public-page/renderer.ts';
import { registerPublicPage } from './public-page/route.ts';
import { warmUpRendering } from './public-page/warm-up.ts';
import { registerPublicPages } from './rest/public-pages.ts';
import { registerRest } from './rest/register-rest.ts';
import { createRestRegistrar } from './rest/route.ts';
import { registerUploadCalls, type Uploads } from './rest/uploads.ts';
import { loadClientFiles } from './static/client-files.ts';
import { createShell } from './static/shell.ts';
import { siteAnswer } from './static/site.ts';
import { registerUploads } from './static/uploads.ts';
import { createEventsSubgraph } from './supergraph/events-subgraph.ts';
import { createGraph, fixedOperations } from './supergraph/graph.ts';
import { createUploadingSubgraph } from './supergraph/uploading-subgraph.ts';

/** How long an operation may take over all subgraphs before it is answered 503. */
const SUBGRAPH_TIMEOUT_MS = 10_000;
/** Alone on a machine nobody else takes over; a process behind a balancer waits before it calls `stop`. */
const LEAVE_MS = 0;

export interface GatewaySettings {
  /** CIDRs whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Scheme and host people reach the product at; taken from the request if not given. */
  readonly origin?: string;
  /** Origins of other sites that may call the API with credentials; none if not given. */
  readonly allowedOrigins?: readonly string[];
  /** Refuses whatever was not sent on this machine, without a proxy. */
  readonly onlyThisMachine?: boolean;
  /** Hides the graph's schema. */
  readonly production?: boolean;
  /**
   * GraphQL documents that may run beside the REST calls' and the web client's own operations, and
   * nothing else may; any operation may run if not given.
   */
  readonly listedOperations?: readonly string[];
  /** What of the site belongs to its operator; the client reads it at /site.json. */
  readonly site?: unknown;
  readonly subgraphTimeoutMs?: number;
}

export interface GatewayParts {
  readonly subgraphs: readonly Subgraph[];
  /** The composed supergraph, as SDL. */
  readonly supergraphSdl: string;
  readonly messageLog: MessageLog;
  /** For the gateway's own view of pages. */
  readonly viewStore: ViewStore;
  readonly objects: Objects;
  /** Pictures are taken where this is given. */
  readonly uploads?: Uploads;
  /** Directory of the two web builds, `client` and `server`. */
  readonly webRoot: string;
  /** Analytics' own routes, where it runs in the same process. */
  readonly collectRoutes?: FastifyPluginAsync;
  /** Further routes of the process, which the description of the API does not know. */
  readonly extraRoutes?: FastifyPluginAsync;
  readonly settings: GatewaySettings;
  /** Every request is measured and traced where this is given. */
  readonly metrics?: Metrics;
  readonly log: Logger;
}

export interface Gateway {
  /** Listening is the caller's, after `start`. */
  readonly server: FastifyInstance;
  /** What it answers beside the client's files, for checks that nothing goes undescribed. */
  readonly routes: readonly Route[];
  /** Resolves once the view of pages is up to date. */
  start(): Promise<void>;
  /** Resolves once public pages are as the log tells now, at the latest after the timeout. */
  catchUp(timeoutMs: number): Promise<void>;
  /** Lets running requests finish. */
  stop(): Promise<void>;
}

export async function createGateway(parts: GatewayParts): Promise<Gateway> {
  const { supergraphSdl, messageLog, viewStore, objects, webRoot, collectRoutes, settings, metrics, log } = parts;
  const countRefusal = (code: string) => metrics?.countRefusal(code);
  const timeoutMs = settings.subgraphTimeoutMs ?? SUBGRAPH_TIMEOUT_MS;
  const [renderer, client, persisted] = await Promise.all([
    loadRenderer(webRoot),
    loadClientFiles(join(webRoot, 'client')),
    readPersistedOperations(webRoot),
  ]);
  const shell = createShell(client.index, renderer.shellHead);

  const uploadOf: Readonly<Record<string, Upload | undefined>> = {
    pages: parts.uploads?.pageImage,
    identity: parts.uploads?.avatar,
  };
  const { subgraphs: services } = parts;
  const subgraphs = [
    ...services.map((subgraph) => createUploadingSubgraph(subgraph, uploadOf[subgraph.name])),
    createEventsSubgraph(() => server, log),
  ];
  const { listedOperations, production = false } = settings;
  const apollo = await startApollo({ supergraphSdl, services, subgraphs, production, log });
  const graph = createGraph({ apollo, timeoutMs, log });
  const own = [...fixedOperations(), ...persisted.values()].map(({ query }) => query);
  const check = createOperationCheck({
    listed: listOperations([...own, ...(listedOperations ?? [])]),
    listedAlone: listedOperations !== undefined,
    graph,
    limits: createMemoryCache(),
  });

  const answers = createAnswerCache();
  const view = createPageView(viewStore, answers.drop);
  const follower = createLogView({
    log: messageLog,
    topic: PAGES_TOPIC.name,
    view: PAGE_VIEW,
    viewStore,
    apply: view.apply,
    onWritten: view.onWritten,
    logger: log,
    measures: metrics,
  });

  const { trustedProxies, allowedOrigins = [] } = settings;
  const edgeHeaders = edgeHeadersFor({ trustedProxies, allowedOrigins });
  const refuse = createRefusal(edgeHeaders, log, countRefusal);
  const server = createServer(trustedProxies, refuse);
  const closeServer = prepareToClose(server, LEAVE_MS);
  if (metrics !== undefined) {
    traceRequests(server);
    observeRequests(server, metrics);
  }
  if (settings.onlyThisMachine === true) refuseElsewhere(server);
  const paths = listPaths(server);
  const site = settings.site ?? {};
  const finished = createFinishedPages({ renderer, site, origin: settings.origin });
  const files = new Map(client.answers).set('/site.json', await siteAnswer(site));
  answerTheRest(
    server,
    createFallback({ paths, files, shell, finished, knownRoute: renderer.knownRoute, edgeHeaders }),
    refuse,
  );
  const health: Health = { state: 'starting' };
  const stopping = new AbortController();
  let warmingUp: Promise<void> | undefined;
  registerPublicPages(server, { view, answers, edgeHeaders });
  const page = { view, answers, renderer, shell, origin: settings.origin, edgeHeaders };
  registerPublicPage(server, page);
  registerPageCode(server, page);
  const routes: Route[] = [];
  registerOpenApi(server, edgeHeaders);
  await server.register(async (scope) => {
    setHeadersOfRoutes(scope, edgeHeaders);
    registerHealth(scope, health);
    registerRest(createRestRegistrar({ server: scope, graph, refuse, address: settings.origin }));
    registerUploads(scope, objects);
    if (parts.uploads !== undefined) await registerUploadCalls(scope, parts.uploads);
    await scope.register(async (graphql) =>
      registerGraphql(graphql, { apollo, persisted, timeoutMs, check, countRefusal, log }),
    );
    if (collectRoutes !== undefined) await scope.register(collectRoutes);
    routes.push(...paths.routes());
    if (parts.extraRoutes !== undefined) await scope.register(parts.extraRoutes);
    refuseShadowed(scope, paths);
  });

  return {
    server,
    routes,
    async start() {
      await follower.start();
      await server.ready();
      await warmUp(apollo);
      health.state = 'ready';
      warmingUp = warmUpRendering(renderer, stopping.signal).catch((err) =>
        log.error({ err }, 'pages cannot be rendered'),
      );
    },
    catchUp: follower.catchUp,
    async stop() {
      health.state = 'stopping';
      stopping.abort();
      await closeServer();
      await apollo.stop();
      await follower.stop();
      await warmingUp;
    },
  };
}

/** `PATCH /api/pages/mine` is a wrong method on a fixed path and not a page called "mine". */
function refuseShadowed(server: FastifyInstance, paths: ListedPaths): void {
  for (const { url, methods, allowed } of paths.shadows()) {
    server.route({
      method: methods,
      url,
      config: { [REFUSES]: true },
      handler: async (_, reply) => {
        reply.header('allow', allowed);
        throw new DomainError('METHOD_NOT_ALLOWED');
      },
    });
  }
}
