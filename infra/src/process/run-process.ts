import type { FastifyInstance } from 'fastify';
import { v7 as newId } from 'uuid';
import { type Adapters, createAdapters } from '../adapters/adapters.ts';
import { type Assertions, createAssertions } from '../auth/assertion.ts';
import { DomainError } from '../errors/domain-error.ts';
import { openSavedViews } from '../views/saved-views.ts';
import { buildOfThis } from './build.ts';
import { prepareToClose } from './close-server.ts';
import { ENVIRONMENT, EnvironmentError } from './environment.ts';
import { createLogger, type Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createOperationsServer } from './operations-server.ts';
import type { ProcessSettings } from './process-settings.ts';
import { createReadiness } from './readiness.ts';
import type { Environment } from './secret-files.ts';
import { ServerUnreachable, SettingError } from './server-errors.ts';
import { createShutdown } from './shutdown.ts';
import { createStart } from './start.ts';
import { startTracing } from './tracing.ts';

export interface ProcessParts {
  readonly adapters: Adapters;
  readonly assertions: Assertions;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Generates a UUIDv7. */
  readonly newId: () => string;
}

export interface BuiltProcess {
  /** Handles requests; `runProcess` listens and closes it. */
  readonly server: FastifyInstance;
  /** Brings its views up to date, before it listens. */
  start(): Promise<void>;
  /** Stops consumers, projections and relays, after the last request. */
  stop(): Promise<void>;
}

export interface ProcessDefinition<S extends ProcessSettings> {
  readonly name: string;
  readonly readSettings: (environment: Environment) => S;
  /** Names of the servers without which it cannot serve any request; all of them by default. */
  readonly essential?: (settings: S) => readonly string[];
  /** Directory in which it saves its in-memory views for the next start; without one it rebuilds them. */
  readonly viewsDirectory?: (settings: S) => string | undefined;
  readonly build: (settings: S, parts: ProcessParts) => Promise<BuiltProcess>;
}

/** Time limit of a shutdown, after which the process is killed. */
export const SHUTDOWN_MS = 25_000;

/**
 * Runs a process: settings → health → wait for servers → service → listen → signals.
 *
 * At SIGTERM, or if the start fails, everything ends in this order:
 * 1. it is no longer ready, so that it gets no more requests; a start under way ends;
 * 2. it sends its clients elsewhere, stops listening and lets running requests finish;
 * 3. consumers, projections and relays finish their current work, and stop;
 * 4. the connections to its servers close, the last opened first;
 * 5. traces are sent, and /health ends last.
 *
 * A problem for the operator is printed in one line, with exit code 1.
 */
export async function runProcess<S extends ProcessSettings>(definition: ProcessDefinition<S>): Promise<void> {
  let settings: S;
  try {
    settings = definition.readSettings(ENVIRONMENT);
  } catch (error) {
    tell(error);
    process.exit(1);
  }
  await run(definition, settings, createLogger({ name: definition.name, level: settings.logLevel }));
}

async function run<S extends ProcessSettings>(
  definition: ProcessDefinition<S>,
  settings: S,
  log: Logger,
): Promise<void> {
  const { name } = definition;
  const startedAt = performance.now();
  const tracing = await startTracing({ name, environment: settings.environment, log });
  const metrics = createMetrics({ name });
  const start = createStart(log);
  const { signal } = start;
  const { servers, migrations } = settings;
  const directory = definition.viewsDirectory?.(settings);
  const savedViews = directory === undefined ? undefined : await openSavedViews(directory, buildOfThis());
  const kept = savedViews === undefined ? {} : { savedViews };
  const adapters = createAdapters({ servers, below: noDirectory, ...kept, log, signal, migrations });
  const essential = definition.essential?.(settings);
  const readiness = createReadiness({
    servers: adapters.servers,
    ...(essential === undefined ? {} : { essential }),
    log,
  });
  const operations = createOperationsServer(readiness, metrics);
  let built: BuiltProcess | undefined;
  let closeServer = async () => {};

  const shutdown = createShutdown({ log, timeoutMs: SHUTDOWN_MS });
  shutdown.add('readiness', () => {
    readiness.state = 'stopping';
    return start.interrupt();
  });
  shutdown.add('requests', () => closeServer());
  shutdown.add(name, () => built?.stop());
  shutdown.add('servers', () => adapters.close());
  shutdown.add('saved views', () => savedViews?.release());
  shutdown.add('traces', () => tracing.stop());
  shutdown.add('operations', () => operations.close());
  shutdown.listen();

  async function open(): Promise<void> {
    const { host, operationsPort } = settings;
    const operationsAddress = await listen(operations, host, operationsPort, 'VOLANT_OPERATIONS_PORT');
    log.info({ operations: operationsAddress }, 'starting');
    const assertions = createAssertions({ secret: settings.internalSecret });
    const parts = { adapters, assertions, metrics, log, clock: () => new Date(), newId: () => newId() };
    built = await definition.build(settings, parts);
    signal.throwIfAborted();
    closeServer = prepareToClose(built.server);
    await built.start();
    signal.throwIfAborted();
    const address = await listen(built.server, host, settings.port, 'PORT');
    readiness.state = 'ready';
    const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
    log.info({ address, operations: operationsAddress, seconds }, 'ready');
  }

  try {
    await start.run(open);
  } catch (error) {
    tell(error, log);
    await shutdown.run('the start failed', 1);
  }
}

async function listen(server: FastifyInstance, host: string, port: number, setting: string): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new SettingError(setting, `port ${port} is taken`);
    if (code === 'EACCES') throw new SettingError(setting, `port ${port} may not be used by this user`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingError('HOST', `${host} is no address of this machine`);
    throw new SettingError(setting, `cannot listen on ${host}:${port} (${message})`);
  }
}

/** One line if an operator or time has to resolve it, full details if the code has to be fixed. */
function tell(error: unknown, log?: Logger): void {
  const expected = [EnvironmentError, SettingError, ServerUnreachable].some((kind) => error instanceof kind);
  if (error instanceof DomainError) process.stderr.write(`The start failed (${error.code}); a server went away.\n`);
  else if (expected || log === undefined) process.stderr.write(`${messageOf(error)}\n`);
  else log.fatal({ err: error }, 'the start failed');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function noDirectory(name: string): never {
  throw new Error(`a process of its own keeps no ${name} of its own`);
}
