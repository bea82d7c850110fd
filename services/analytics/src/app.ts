import type { Viewer } from '@volant/infra/auth/viewer';
import { announce, type Presence } from '@volant/infra/cache/presence';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { Subgraph } from '@volant/infra/graphql/subgraph-call';
import { parseRanges } from '@volant/infra/network/address';
import { NO_MEASURES } from '@volant/infra/process/metrics';
import type { FastifyPluginAsync } from 'fastify';
import { createActivityOutlet } from './collect/activity-outlet.ts';
import { createActivityPublisher } from './collect/activity-publisher.ts';
import { createCollectRoutes } from './collect/collect-routes.ts';
import { type Collector, createCollector } from './collect/collector.ts';
import { openCountries } from './collect/country.ts';
import { createCrossSiteCheck } from './collect/cross-site.ts';
import { openSpool, type SpoolSettings } from './collect/spool.ts';
import { createVisitors } from './collect/visitors.ts';
import { createPagesView } from './pages-view/pages-view.ts';
import type { AnalyticsPorts } from './ports.ts';
import { createStored, type Stored } from './stored.ts';

/** Parts of the pipeline; each scales by itself. */
export type Role = 'collect' | 'ingest' | 'reports';

export interface AnalyticsSettings {
  readonly roles: readonly Role[];
  /** CIDRs whose word on a client's address and country is believed. */
  readonly trustedProxies: readonly string[];
  /** Origins of other sites that may send events; none if not given. */
  readonly allowedOrigins?: readonly string[];
  /** `run` the migrations at the start, which is the default, or `await` that somebody runs them by command. */
  readonly migrations?: 'run' | 'await';
  /** Whether closed days are folded `hourly`, which is the default, or only when `fold` is called. */
  readonly folding?: 'hourly' | 'when called';
  /** Where events wait on the disk while the message log does not answer; without it they are refused meanwhile. */
  readonly spool?: SpoolSettings;
}

export interface Analytics {
  /** Role `reports`. */
  readonly subgraph: Subgraph;
  /** Role `collect`: POST /api/public/events. Answers UNAVAILABLE until the start is over. */
  readonly collectRoutes: FastifyPluginAsync;
  start(): Promise<void>;
  ready(): boolean;
  /** Call it once no request can come any more; what was taken in is written first. */
  stop(): Promise<void>;
  /** Records that ingest has not stored, or not erased, yet; 0 without the role. */
  lag(): Promise<number>;
  /** Folds the closed days now instead of within the hour. */
  fold(): Promise<void>;
}

/** What processes of these roles say they do, to whoever must not begin before they have ended. */
export const COLLECTING = 'collect';
export const INGESTING = 'ingest';

/** Builds the service from its ports; nothing connects before `start`. */
export function createAnalytics(
  ports: AnalyticsPorts,
  { roles, trustedProxies, allowedOrigins = [], migrations = 'run', folding = 'hourly', spool }: AnalyticsSettings,
  verifyToken: (token: string | undefined) => Promise<Viewer | undefined>,
): Analytics {
  const { messageLog, database, memoryViews, cache, clock, newId, log, measures = NO_MEASURES } = ports;
  const pages = createPagesView({
    messageLog,
    viewStore: memoryViews,
    log,
    measures: roles.includes('collect') ? measures : undefined,
  });
  const stored = database === undefined ? undefined : createStored({ ...ports, database }, verifyToken);
  const stopping = new AbortController();
  const ranges = parseRanges(trustedProxies);
  let collecting: { readonly collector: Collector; stop(): Promise<void> } | undefined;
  let ingesting: Presence | undefined;
  let ready = false;

  async function startCollect(): Promise<void> {
    const [countryOf, opened] = await Promise.all([
      openCountries(),
      spool === undefined ? undefined : openSpool(spool, clock, log),
      pages.start(),
    ]);
    const outlet = createActivityOutlet({ messageLog, spool: opened, newId, clock, measures, log });
    const publisher = createActivityPublisher(outlet);
    const presence = await announce(cache, COLLECTING, log);
    outlet.start();
    const collector = createCollector({
      pages,
      publisher,
      visitors: createVisitors(cache, clock, log),
      countryOf,
      trustedProxies: ranges,
      cache,
      verifyToken,
      clock,
      newId,
      log,
    });
    collecting = {
      collector,
      async stop() {
        await publisher.stop();
        await outlet.stop();
        await presence.end();
      },
    };
  }

  return {
    get subgraph() {
      return withDatabase(stored).subgraph;
    },
    collectRoutes: createCollectRoutes(
      () => {
        if (collecting === undefined) throw new DomainError('UNAVAILABLE', {}, 1);
        return collecting.collector;
      },
      createCrossSiteCheck(allowedOrigins),
      measures.countRefusal,
      log,
    ),
    async start() {
      if (roles.includes('ingest') || roles.includes('reports')) {
        const { migrated, awaitMigrations } = withDatabase(stored);
        await (migrations === 'run' ? migrated() : awaitMigrations(stopping.signal));
      }
      if (roles.includes('collect')) await startCollect();
      if (roles.includes('ingest')) {
        ingesting = await announce(cache, INGESTING, log);
        await withDatabase(stored).start(folding === 'hourly');
      }
      ready = true;
    },
    ready: () => ready,
    async stop() {
      ready = false;
      stopping.abort();
      await collecting?.stop();
      await pages.stop();
      await stored?.stop();
      await ingesting?.end();
    },
    lag: async () => stored?.lag() ?? 0,
    fold: async () => stored?.fold(),
  };
}

function withDatabase(stored: Stored | undefined): Stored {
  if (stored === undefined) throw new Error('only the role collect goes without a database');
  return stored;
}
