import type { Viewer } from '@volant/infra/auth/viewer';
import { type Pausable, type Pause, startPausable } from '@volant/infra/cache/pausing';
import { announce } from '@volant/infra/cache/presence';
import { DomainError, isUnavailable } from '@volant/infra/errors/domain-error';
import { parseRanges } from '@volant/infra/network/address';
import { NO_MEASURES } from '@volant/infra/process/observability/metrics';
import type { HandOver, WeekFigures } from '@volant/infra/process/server/remote-service';
import { retry } from '@volant/infra/process/waiting/retry';
import { createActivityOutlet } from './collect/activity-outlet.ts';
import { createActivityPublisher } from './collect/activity-publisher.ts';
import { createCollectRoutes } from './collect/collect-routes.ts';
import { type Collector, createCollector } from './collect/collector.ts';
import { openCountries } from './collect/country.ts';
import { createCrossSiteCheck } from './collect/cross-site.ts';
import { EVENTS_PER_MINUTE } from './collect/flood-limit.ts';
import { openSpool, type SpoolSettings } from './collect/spool.ts';
import { createVisitors } from './collect/visitors.ts';
import { createPagesView } from './pages-view/pages-view.ts';
import type { AnalyticsPorts } from './ports.ts';
import { KEPT_MONTHS } from './rollups/retention.ts';
import { createStored, type Stored } from './stored.ts';

/** Roles of the service. Each role scales independently. */
export type Role = 'collect' | 'ingest' | 'reports';

export interface AnalyticsSettings {
  readonly roles: readonly Role[];
  /** CIDRs of proxies whose headers about the client's address and country are trusted. */
  readonly trustedProxies: readonly string[];
  /** Events accepted from one network; 120 by default. */
  readonly eventsPerMinute?: number;
  /** Months for which events and their figures are kept; 25 by default. */
  readonly retentionMonths?: number;
  /** Origins of other sites that may send events. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** `run` (default) runs the migrations at the start; `await` waits until a separate command has run them. */
  readonly migrations?: 'run' | 'await';
  /** `hourly` (default) folds closed days every hour; `when called` folds them only when `fold` is called. */
  readonly folding?: 'hourly' | 'when called';
  /** Disk buffer for events while the message log is unavailable. Without it, events are refused during an outage. */
  readonly spool?: SpoolSettings | undefined;
  /** Where the spool goes at the end of the process. Without it, it stays on the disk while the log is away. */
  readonly handOver?: HandOver | undefined;
}

/** Names under which running processes announce these roles. Other commands wait until such processes have ended. */
export const COLLECTING = 'collect';
export const INGESTING = 'ingest';
/** Ingest, erasure and folding pause while a backup is made. */
export const STORING: Pause = { work: INGESTING, request: 'backup' };

const PAUSES = { firstRetryMs: 250, longestRetryMs: 5_000 };

/** Builds the service from its ports. It opens no connection before `start`. */
export function createAnalytics(
  ports: AnalyticsPorts,
  settings: AnalyticsSettings,
  verifyToken: (token: string | undefined) => Promise<Viewer | undefined>,
) {
  const {
    roles,
    trustedProxies,
    allowedOrigins = [],
    migrations = 'run',
    folding = 'hourly',
    spool,
    handOver,
  } = settings;
  const { eventsPerMinute = EVENTS_PER_MINUTE, retentionMonths = KEPT_MONTHS } = settings;
  const { messageLog, database, ownViews, cache, clock, newId, log, measures = NO_MEASURES } = ports;
  const pages = createPagesView({
    messageLog,
    viewStore: ownViews,
    log,
    measures: roles.includes('collect') ? measures : undefined,
  });
  const stored =
    database === undefined ? undefined : createStored({ ...ports, database }, retentionMonths, verifyToken);
  const stopping = new AbortController();
  const ranges = parseRanges(trustedProxies);
  let collecting: { readonly collector: Collector; readonly takeOver: HandOver; stop(): Promise<void> } | undefined;
  let ingesting: Pausable | undefined;
  let storing: Promise<void> | undefined;

  async function startCollect(): Promise<void> {
    const [countryOf, opened] = await Promise.all([
      openCountries(),
      spool === undefined ? undefined : openSpool(spool, clock, log),
      pages.start(),
    ]);
    const outlet = createActivityOutlet({ messageLog, spool: opened, handOver, newId, clock, measures, log });
    const publisher = createActivityPublisher(outlet);
    const presence = await announce(cache, COLLECTING, log);
    outlet.start();
    const collector = createCollector({
      pages,
      publisher,
      visitors: createVisitors(cache, clock, log),
      countryOf,
      trustedProxies: ranges,
      eventsPerMinute,
      cache,
      verifyToken,
      clock,
      newId,
      log,
    });
    collecting = {
      collector,
      takeOver: outlet.write,
      async stop() {
        await publisher.stop();
        await outlet.stop();
        await presence.end();
      },
    };
  }

  /** Begins again if it is called after a failure. */
  async function startStoring(): Promise<void> {
    if (roles.includes('ingest') || roles.includes('reports')) {
      const { migrated, awaitMigrations } = withDatabase(stored);
      await (migrations === 'run' ? migrated() : awaitMigrations(stopping.signal));
    }
    if (!roles.includes('ingest')) return;
    const { start, stop } = withDatabase(stored);
    ingesting = await startPausable({
      ...{ cache, log, stop, pause: STORING },
      start: () => start(folding === 'hourly'),
    });
  }

  async function startStoringLater(): Promise<void> {
    try {
      await retry(startStoring, { ...PAUSES, signal: stopping.signal, isFinal: (error) => !isUnavailable(error) });
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'nothing is stored, and there are no reports');
    }
  }

  return {
    /** Role `reports`. */
    get subgraph() {
      return withDatabase(stored).subgraph;
    },
    /** Role `reports`, for identity. */
    weekFigures: (...call: Parameters<WeekFigures>) => withDatabase(stored).weekFigures(...call),
    /** Role `reports`, for pages. */
    eventTotals: () => withDatabase(stored).eventTotals(),
    /** Role `collect`, for collectors that end. */
    async takeOver(records: readonly Uint8Array[]) {
      if (collecting === undefined) throw new DomainError('UNAVAILABLE', {}, 1);
      await collecting.takeOver(records);
    },
    /** Role `collect`: POST /api/public/events. Answers UNAVAILABLE until the start is complete. */
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
      if (roles.includes('collect')) await startCollect();
      // Events are accepted while another command still has to migrate.
      if (roles.includes('collect') && migrations === 'await') {
        storing = startStoringLater();
        return;
      }
      try {
        await startStoring();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        storing = startStoringLater();
      }
    },
    /** Call this after the last request. Writes all accepted events before it resolves. */
    async stop() {
      stopping.abort();
      await storing;
      await collecting?.stop();
      await pages.stop();
      const stopStoring = async () => stored?.stop();
      await (ingesting?.end(stopStoring) ?? stopStoring());
    },
    /** Runs `work` while nothing is stored: events wait in the log, and are stored afterwards. */
    async withoutStoring<T>(work: () => Promise<T>): Promise<T> {
      const { stop, start } = withDatabase(stored);
      await stop();
      try {
        return await work();
      } finally {
        if (!stopping.signal.aborted) await start(folding === 'hourly');
      }
    },
    /** Number of records that ingest has not stored or erased yet; 0 without the role `ingest`. */
    lag: async () => stored?.lag() ?? 0,
    /** Folds the closed days now, without waiting for the hourly run. */
    fold: async () => stored?.fold(),
  };
}

export type Analytics = ReturnType<typeof createAnalytics>;

function withDatabase(stored: Stored | undefined): Stored {
  if (stored === undefined) throw new Error('only the role collect goes without a database');
  return stored;
}
