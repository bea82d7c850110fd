import { readGraphqlAccess } from '@volant/gateway/graphql/operation-files';
import { EMPTY_SITE, readSite } from '@volant/gateway/static/operator-site';
import { IDENTITY_ERRORS } from '@volant/identity/errors';
import { superadminWarning } from '@volant/identity/superadmin-settings';
import { createAdapters } from '@volant/infra/adapters/adapters';
import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import { buildOfThis } from '@volant/infra/process/build';
import { createLogger } from '@volant/infra/process/log';
import { createShutdown } from '@volant/infra/process/shutdown';
import { createStart } from '@volant/infra/process/start';
import { openSavedViews } from '@volant/infra/views/saved-views';
import { destination } from 'pino';
import { createVolant, type Volant } from './app.ts';
import { type DataDirectory, SAVED_VIEWS, StartError } from './data-directory.ts';
import { DEMO_SITE, demoSummary, writeDemo } from './demo/demo.ts';
import { openDemo } from './demo/open-demo.ts';
import type { StandaloneSettings } from './environment.ts';
import { engineWarningHere } from './locked-engine.ts';
import { printProblem } from './print-problem.ts';

function addressOf(settings: StandaloneSettings, port: number): string {
  const loopback = settings.host === '127.0.0.1' || settings.host === '::1' || settings.host === 'localhost';
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return `http://${loopback ? 'localhost' : host}:${port}`;
}

/** The actual port, which the system chooses if the setting is 0. */
function portOf(volant: Volant | undefined, settings: StandaloneSettings): number {
  const bound = volant?.gateway.server.server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : settings.port;
}

async function listen(
  server: { listen(options: { host: string; port: number }): Promise<string> },
  settings: StandaloneSettings,
) {
  try {
    await server.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const place = `${settings.host}:${settings.port}`;
    if (code === 'EADDRINUSE') throw new StartError(`Port ${settings.port} is taken. Set PORT to a free one.`);
    if (code === 'EACCES')
      throw new StartError(`Port ${settings.port} may not be used by this user. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${settings.host} is no address of this machine.`);
    throw new StartError(`Volant cannot listen on ${place}: ${message}.`);
  }
}

/** Runs the whole product on its data directory until shutdown. */
export async function run(settings: StandaloneSettings, data: DataDirectory): Promise<void> {
  const log = createLogger({
    name: 'volant',
    level: settings.logLevel,
    destination: destination({ dest: 2, sync: false }),
  });
  const start = createStart(log);
  const { signal } = start;
  const savedViews = await openSavedViews(data.below(SAVED_VIEWS), buildOfThis());
  const adapters = createAdapters({
    servers: settings.servers,
    below: data.below,
    savedViews,
    log,
    signal,
  });
  let volant: Volant | undefined;

  const shutdown = createShutdown({ log, timeoutMs: 20_000 });
  shutdown.add('start', () => start.interrupt());
  shutdown.add('volant', () => volant?.stop());
  shutdown.add('stores', () => adapters.close());
  shutdown.add('saved views', () => savedViews.release());
  shutdown.add('data directory', () => data.release());
  shutdown.listen();

  async function open(): Promise<void> {
    const demo = await openDemo({
      data,
      allowed: settings.demo,
      identityStore: () => adapters.eventStore('identity'),
      onServer: settings.servers.mongodb !== undefined,
    });
    const site =
      settings.siteFile === undefined ? (demo.runs ? DEMO_SITE : EMPTY_SITE) : await readSite(settings.siteFile);
    const graphqlMode = settings.graphql ?? (demo.runs ? 'open' : 'listed');
    const graphqlAccess = await readGraphqlAccess(graphqlMode, settings.graphqlOperations);

    const mailOrigin = () => settings.origin ?? addressOf(settings, portOf(volant, settings));
    const mailbox = demo.runs && settings.servers.smtp === undefined;
    volant = await createVolant(
      data,
      adapters,
      { ...settings, site, graphqlAccess, mailOrigin, mailbox, onlyThisMachine: demo.runs },
      log,
    );
    signal.throwIfAborted();
    await volant.start();
    signal.throwIfAborted();
    if (settings.superadmin !== undefined) await ensureSuperadmin(volant, settings.superadmin);
    if (demo.isToBeWritten) await writeDemo(data, volant);
    signal.throwIfAborted();
    await listen(volant.gateway.server, settings);

    const address = addressOf(settings, portOf(volant, settings));
    const seconds = (performance.now() / 1000).toFixed(1);
    console.log(`Volant is ready at ${address} (${seconds} s)`);
    const warning = settings.servers.clickhouse === undefined ? await engineWarningHere() : undefined;
    if (warning !== undefined) console.warn(warning);
    if (demo.isToBeWritten) console.log(demoSummary(address));
    if (mailbox) console.log(`Messages are not sent but shown at ${address}/dev/mailbox`);
  }

  try {
    await start.run(open);
  } catch (error) {
    printProblem(error);
    await shutdown.run('the start failed', 1);
  }
}

async function ensureSuperadmin(
  { identity }: Volant,
  account: NonNullable<StandaloneSettings['superadmin']>,
): Promise<void> {
  const outcome = await identity.ensureFirstSuperadmin(account).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    throw new StartError(`The account of the SUPERADMIN settings: ${toPublicError(error, 'en', IDENTITY_ERRORS).text}`);
  });
  const warning = superadminWarning(outcome);
  if (warning !== undefined) console.warn(warning);
}
