import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryCache } from '@volant/infra/cache/memory-cache';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import type { Upload } from '@volant/infra/graphql/upload';
import { createLogView } from '@volant/infra/message-log/log-view';
import type { MessageLog } from '@volant/infra/message-log/message-log';
import { PAGES_TOPIC } from '@volant/infra/message-log/topics';
import type { Logger } from '@volant/infra/process/observability/log';
import { type Metrics, observeRequests } from '@volant/infra/process/observability/metrics';
import { traceRequests } from '@volant/infra/process/observability/tracing';
import { watchForwarded } from '@volant/infra/process/server/untrusted-proxy';
import type { Notices } from '@volant/infra/process/shell/notices';
import type { ViewStore } from '@volant/infra/views/view-store';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createFinishedPages } from './finished-pages/finished-pages.ts';
import { createFirstStart } from './finished-pages/first-start.ts';
import { startApollo } from './graphql/apollo.ts';
import { listOperations } from './graphql/listed-operations.ts';
import { createOperationCheck } from './graphql/operation-check.ts';
import { readPersistedOperations } from './graphql/persisted-operations.ts';
import { registerGraphql } from './graphql/route.ts';
import { setHeadersOfRoutes } from './http/edge.ts';
import { answerTheRest, createFallback } from './http/fallback.ts';
import { type Health, registerHealth } from './http/health.ts';
import { type ListedPaths, listPaths, REFUSES, type Route } from './http/listed-paths.ts';
import { createMovedHost } from './http/moved-host.ts';
import { edgeHeadersFor } from './http/security-headers.ts';
import { createRefusal, createServer } from './http/server.ts';
import { createStrangers } from './http/strangers.ts';
import { type ElsewhereRefusal, refuseElsewhere } from './http/this-machine.ts';
import { registerOpenApi } from './openapi/route.ts';
import { registerContactFile } from './public-page/contact-file.ts';
import { registerLinkPicture } from './public-page/link-picture.ts';
import { createPageAnswers } from './public-page/page-answers.ts';
import { registerPageCode } from './public-page/page-code.ts';
import { createPageView, PAGE_VIEW } from './public-page/page-view.ts';
import { loadRenderer } from './public-page/renderer.ts';
import { registerPublicPage } from './public-page/route.ts';
import { registerPublicPages } from './rest/public-pages.ts';
import { registerRest } from './rest/register-rest.ts';
import { createRestRegistrar } from './rest/route.ts';
import { registerUploadCalls, type Uploads } from './rest/uploads.ts';
import type { Pictures } from './static/cached-pictures.ts';
import { loadClientFiles } from './static/client-files.ts';
import { siteAnswer } from './static/operator-site.ts';
import { createShell } from './static/shell.ts';
import { registerUploads } from './static/uploads.ts';
import { readApiDescription, readSupergraph } from './supergraph/composed-graph.ts';
import { createEventsSubgraph } from './supergraph/events-subgraph.ts';
import { createGraph, fixedOperations } from './supergraph/graph.ts';
import { createUploadingSubgraph } from './supergraph/uploading-subgraph.ts';

/** Timeout of an operation over all subgraphs; afterwards it is answered 503. */
const SUBGRAPH_TIMEOUT_MS = 10_000;
const WEB_ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));

export interface GatewaySettings {
  /** CIDRs of proxies whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Public scheme and host of the product. Default: taken from the request. */
  readonly origin?: string | undefined;
  /** Origins of other sites that may call the API with credentials. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Refuses requests that come from another machine or through a proxy, with this code. */
  readonly onlyThisMachine?: ElsewhereRefusal | undefined;
  /** Disables introspection. */
  readonly production?: boolean;
  /**
   * GraphQL documents that may run in addition to the operations of REST and the web client; all others are refused. If
   * absent, any operation may run.
   */
  readonly listedOperations?: readonly string[];
  /** Operator-specific content of the site, which the client reads from /site.json. */
  readonly site?: object;
  /** What people call the server in which the team signs in; absent without one. */
  readonly openidName?: string | undefined;
  readonly subgraphTimeoutMs?: number;
}

export interface GatewayParts {
  readonly subgraphs: readonly Subgraph[];
  /** The composed supergraph, as SDL; by default that of the product. */
  readonly supergraphSdl?: string;
  /** The OpenAPI document, as JSON; by default that of the product. */
  readonly apiDescription?: string;
  readonly messageLog: MessageLog;
  /** Stores the gateway's own view of pages. */
  readonly viewStore: ViewStore;
  readonly objects: Pictures;
  /** If absent, pictures cannot be uploaded. */
  readonly uploads?: Uploads;
  /** Directory of the two web builds, `client` and `server`; by default that of the product. */
  readonly webRoot?: string;
  /** Routes of analytics, if it runs in the same process. */
  readonly collectRoutes?: FastifyPluginAsync;
  /** Further routes of the process, which are not in the API description. */
  readonly extraRoutes?: FastifyPluginAsync;
  /** Path and query of the first SUPERADMIN's sign-up; undefined once somebody has the role. */
  readonly firstLink?: () => Promise<string | undefined>;
  readonly settings: GatewaySettings;
  /** If present, every request is measured and traced. */
  readonly metrics?: Metrics;
  /** For what the operator should change. */
  readonly notices?: Notices;
  readonly log: Logger;
}

export async function createGateway(parts: GatewayParts) {
  const { messageLog, viewStore, objects, collectRoutes, settings, metrics, log } = parts;
  const { webRoot = WEB_ROOT, supergraphSdl = readSupergraph(), apiDescription = readApiDescription() } = parts;
  const countRefusal = (code: string) => metrics?.countRefusal(code);
  const timeoutMs = settings.subgraphTimeoutMs ?? SUBGRAPH_TIMEOUT_MS;
  const [renderer, client, persisted] = await Promise.all([
    loadRenderer(webRoot),
    loadClientFiles(join(webRoot, 'client')),
    readPersistedOperations(webRoot),
  ]);
  const shell = createShell(client.index, renderer.shellHead, settings.origin);

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
  const limits = createMemoryCache();
  const strangers = createStrangers(graph, limits);
  const check = createOperationCheck({
    listed: listOperations([...own, ...(listedOperations ?? [])]),
    listedAlone: listedOperations !== undefined,
    strangers,
    limits,
  });
  const { count: countStranger } = strangers;

  const { trustedProxies, allowedOrigins = [] } = settings;
  const edgeHeaders = edgeHeadersFor({ trustedProxies, allowedOrigins });
  const view = createPageView(viewStore, (page, ids) => answers.drop(page, ids));
  const answers = createPageAnswers(view.find, edgeHeaders);
  const follower = createLogView({
    messageLog,
    topic: PAGES_TOPIC.name,
    view: PAGE_VIEW,
    viewStore,
    apply: view.apply,
    onWritten: view.onWritten,
    log,
    measures: metrics,
  });

  const refuse = createRefusal(edgeHeaders, log, countRefusal);
  const server = createServer(trustedProxies, refuse);
  if (metrics !== undefined) {
    traceRequests(server);
    observeRequests(server, metrics);
    if (parts.notices !== undefined) {
      watchForwarded(server, { trustedProxies, measures: metrics, notices: parts.notices });
    }
  }
  if (settings.onlyThisMachine !== undefined) refuseElsewhere(server, settings.onlyThisMachine);
  const paths = listPaths(server);
  const { site: ofOperator, openidName: signIn } = settings;
  const site = { ...ofOperator, ...(signIn !== undefined && { signIn }) };
  const movedHost = createMovedHost(settings.origin, edgeHeaders, parts.notices);
  const finished = createFinishedPages({ renderer, site, origin: settings.origin });
  const firstStart = createFirstStart({ renderer, site, origin: settings.origin, link: parts.firstLink });
  const files = new Map(client.answers).set('/site.json', siteAnswer(site));
  answerTheRest(
    server,
    createFallback({
      paths,
      files,
      shell,
      finished,
      firstStart,
      knownRoute: renderer.knownRoute,
      movedHost,
      edgeHeaders,
    }),
    refuse,
  );
  const health: Health = { state: 'starting' };
  registerPublicPages(server, answers);
  const page = { answers, renderer, shell, origin: settings.origin, movedHost, edgeHeaders };
  registerPublicPage(server, page);
  registerPageCode(server, page);
  registerContactFile(server, page, objects);
  registerLinkPicture(server, page, objects, log);
  const routes: Route[] = [];
  registerOpenApi(server, apiDescription, edgeHeaders);
  await server.register(async (scope) => {
    setHeadersOfRoutes(scope, edgeHeaders);
    registerHealth(scope, health);
    registerRest(createRestRegistrar({ server: scope, graph, countStranger, refuse, address: settings.origin }));
    registerUploads(scope, objects);
    if (parts.uploads !== undefined) await registerUploadCalls(scope, parts.uploads, graph, countStranger);
    await scope.register(async (graphql) =>
      registerGraphql(graphql, { apollo, persisted, timeoutMs, check, countStranger, countRefusal, log }),
    );
    if (collectRoutes !== undefined) await scope.register(collectRoutes);
    routes.push(...paths.routes());
    if (parts.extraRoutes !== undefined) await scope.register(parts.extraRoutes);
    refuseShadowed(scope, paths);
  });

  return {
    /** The caller has to call `listen`, after `start`. */
    server,
    /** All routes except the client's files, to check that each is described. */
    routes,
    /** Resolves once the view of pages is up to date. */
    async start() {
      await follower.start();
      await server.ready();
      health.state = 'ready';
    },
    /** Resolves once public pages reflect the current log, or after the timeout. */
    catchUp: follower.catchUp,
    /** Lets running requests finish. */
    async stop() {
      health.state = 'stopping';
      await server.close();
      await apollo.stop();
      await follower.stop();
    },
  };
}

export type Gateway = Awaited<ReturnType<typeof createGateway>>;

/** Without these routes, `PATCH /api/pages/mine` would be treated as a page called "mine" and not as a wrong method. */
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
