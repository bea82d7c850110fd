import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { v7 as newId } from 'uuid';
import { createAdapters } from '../../adapters/adapters.ts';
import type { Adapters } from '../../adapters/adapters-port.ts';
import { startWriting } from '../../event-store/paused-writes.ts';
import { createCurrentViews, forgetViews } from '../../views/current-views.ts';
import { createLogger, type Logger } from '../observability/log.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { startTracing } from '../observability/tracing.ts';
import { prepareToClose } from '../server/close-server.ts';
import { ENVIRONMENT } from '../settings/environment.ts';
import type { ProcessSettings } from '../settings/process-settings.ts';
import type { Environment } from '../settings/secret-files.ts';
import { isBuilt } from '../thread/program-of.ts';
import { diskOf, freeBytesOf } from './disk.ts';
import { returnMemoryWhenIdle } from './idle-memory.ts';
import { listen, listenForOperators } from './listen.ts';
import { createNotices, type Notices } from './notices.ts';
import { createOperationsServer } from './operations-server.ts';
import { exitCodeOf, printProblem } from './print-problem.ts';
import { createReadiness } from './readiness.ts';
import { createShutdown } from './shutdown.ts';
import { createSystemReport, type SystemReport } from './system-report.ts';
import { createWaitingServer } from './waiting-server.ts';

export interface ProcessParts {
  readonly adapters: Adapters;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Generates a UUIDv7. */
  readonly newId: () => string;
  readonly notices: Notices;
  readonly system: () => Promise<SystemReport>;
  /** Aborts when the start is interrupted. */
  readonly signal: AbortSignal;
}

export interface BuiltProcess {
  /** Handles requests; `runProcess` listens and closes it. */
  readonly server: FastifyInstance;
  /** Brings its views up to date, before it listens. */
  start(): Promise<void>;
  /** Called once it listens; `seconds` is the duration of the start. */
  ready?(seconds: number): Promise<void>;
  /** Stops consumers, projections and relays, after the last request. */
  stop(): Promise<void>;
}

/** A directory that one process has for itself. */
interface OwnDirectory {
  /** Whether a damaged file may have ended the last start. */
  readonly hasFailed: boolean;
  below(name: string): string;
  release(): Promise<void>;
}

export interface ProcessDefinition<S extends ProcessSettings> {
  readonly name: string;
  readonly readSettings: (environment: Environment) => S;
  /** Names of the servers without which it cannot serve any request; MongoDB by default. */
  readonly essential?: (settings: S) => readonly string[];
  /** Whether it has an event store that other processes write to as well. */
  readonly writes?: boolean;
  /** Directory of the notes that say which embedded views are current. Without it, each start rebuilds the views. */
  readonly viewsDirectory?: (settings: S) => string | undefined;
  /** Directory of its copies of topics; without one they are in memory. */
  readonly copiesDirectory?: (settings: S) => string | undefined;
  /**
   * For the embedded adapters. No second process has this directory, so none takes over the clients of this one, and
   * they are not asked to leave before it closes.
   */
  readonly data?: OwnDirectory;
  readonly build: (settings: S, parts: ProcessParts) => Promise<BuiltProcess>;
}

/** Time limit of a shutdown, after which the process is killed. */
export const SHUTDOWN_MS = 25_000;
const ESSENTIAL = ['MongoDB'];
/** Limit for waiting on a start that cannot be interrupted. */
const WAIT_MS = 5_000;

/**
 * Runs a process, one of several or the whole product: settings → health → servers, those that it cannot do without →
 * service → listen → signals. Until it is ready, a replica answers 503.
 *
 * At SIGTERM, or if the start fails, everything ends in this order:
 * 1. it is no longer ready, so that it gets no more requests; a start under way ends;
 * 2. it sends its clients elsewhere, stops listening and lets running requests finish;
 * 3. consumers, projections and relays finish their current work, and stop;
 * 4. the connections to its servers close, the last opened first;
 * 5. traces are sent, and /health ends last.
 *
 * A problem for the operator is printed in one line; the exit code says whether trying again may help.
 */
export async function runProcess<S extends ProcessSettings>(definition: ProcessDefinition<S>): Promise<void> {
  let settings: S;
  try {
    settings = definition.readSettings(ENVIRONMENT);
  } catch (error) {
    printProblem(error);
    process.exit(exitCodeOf(error));
  }
  await run(definition, settings, createLogger({ name: definition.name, level: settings.logLevel }));
}

async function run<S extends ProcessSettings>(
  definition: ProcessDefinition<S>,
  settings: S,
  log: Logger,
): Promise<void> {
  const { name, data } = definition;
  const tracing = await startTracing({ name, environment: settings.environment, log });
  const metrics = createMetrics({ name });
  const interruption = new AbortController();
  const { signal } = interruption;
  let opening: Promise<void> = Promise.resolve();
  const { servers, migrations } = settings;
  const directory = definition.viewsDirectory?.(settings);
  // Sources change while they are worked on, and the names of views only with a release.
  if (directory !== undefined && !isBuilt) await forgetViews(directory);
  const stored = directory === undefined ? {} : { currentViews: createCurrentViews(directory) };
  const below = data?.below ?? noDirectory;
  const copies = definition.copiesDirectory?.(settings);
  const looks = { opensWithout: true, looksFirst: data?.hasFailed === true };
  const adapters = createAdapters({ servers, below, copies, ...stored, log, signal, migrations, ...looks });
  const essential = definition.essential?.(settings) ?? ESSENTIAL;
  const notices = createNotices(log);
  const onDisk = directory ?? copies;
  const disk = onDisk === undefined ? [] : [diskOf(path.dirname(onDisk))];
  if (onDisk !== undefined) {
    metrics.gauge('disk_free_bytes', 'Room on the disk of the data.', () => freeBytesOf(path.dirname(onDisk)));
  }
  const checked = () => [...adapters.servers(), ...disk];
  const readiness = createReadiness({ servers: checked, essential, notices, log });
  const system = createSystemReport(name, readiness, metrics);
  const operations = createOperationsServer(readiness, metrics);
  let built: BuiltProcess | undefined;
  let endWriting = async () => {};
  let closeServer = async () => {};

  const shutdown = createShutdown({ log, timeoutMs: SHUTDOWN_MS });
  shutdown.add('readiness', () => {
    readiness.state = 'stopping';
    interruption.abort(new Error('shutting down'));
    // Wait for the start to end, so that it opens nothing after the rest is closed.
    return Promise.race([opening.catch(() => {}), sleep(WAIT_MS, undefined, { ref: false })]);
  });
  shutdown.add('requests', () => closeServer());
  shutdown.add('pauses', () => endWriting());
  shutdown.add(name, () => built?.stop());
  shutdown.add('servers', () => adapters.close());
  shutdown.add('data directory', () => data?.release());
  shutdown.add('traces', () => tracing.stop());
  shutdown.add('operations', () => operations.close());
  shutdown.listen();

  async function open(): Promise<void> {
    const operationsAddress = await listenForOperators(operations, settings, log);
    log.info({ operations: operationsAddress }, 'starting');
    // With port 0, the port is only known once the process listens.
    const waiting = data === undefined && settings.port !== 0 ? createWaitingServer() : undefined;
    closeServer = async () => waiting?.close();
    if (waiting !== undefined) await listen(waiting, settings.host, settings.port, 'PORT');
    const clock = () => new Date();
    built = await definition.build(settings, { adapters, metrics, log, clock, newId, notices, system, signal });
    signal.throwIfAborted();
    if (definition.writes) endWriting = await startWriting(adapters.gates.writes, await adapters.cache(), log);
    const closeBuilt = data === undefined ? prepareToClose(built.server) : prepareToClose(built.server, 0);
    closeServer = async () => {
      await waiting?.close();
      await closeBuilt();
    };
    await built.start();
    signal.throwIfAborted();
    await waiting?.close();
    const address = await listen(built.server, settings.host, settings.port, 'PORT');
    readiness.state = 'ready';
    returnMemoryWhenIdle();
    const seconds = Number((performance.now() / 1000).toFixed(1));
    log.info({ address, operations: operationsAddress, seconds }, 'ready');
    await built.ready?.(seconds);
  }

  try {
    opening = open();
    await opening;
  } catch (error) {
    if (signal.aborted) {
      log.debug({ err: error }, 'the start was interrupted');
      return;
    }
    printProblem(error, log);
    await shutdown.run('the start failed', exitCodeOf(error));
  }
}

function noDirectory(name: string): never {
  throw new Error(`a process of its own keeps no ${name} of its own`);
}
