import { readGraphqlAccess } from '@volant/gateway/graphql/operation-files';
import { EMPTY_SITE, readSite } from '@volant/gateway/static/operator-site';
import { IDENTITY_ERRORS } from '@volant/identity/errors';
import { createAdapters } from '@volant/infra/adapters/adapters';
import { DomainError, tellError } from '@volant/infra/errors/domain-error';
import { EnvironmentError } from '@volant/infra/process/environment';
import { createLogger } from '@volant/infra/process/log';
import { ServerUnreachable, SettingError } from '@volant/infra/process/server-errors';
import { createShutdown } from '@volant/infra/process/shutdown';
import { destination } from 'pino';
import { createVolant, type Volant } from './app.ts';
import { openDataDirectory, StartError } from './data-directory.ts';
import { DEMO_SITE, demoSummary, writeDemo } from './demo/demo.ts';
import { openDemo } from './demo/open-demo.ts';
import { type StandaloneSettings, settingsOfProcess } from './environment.ts';

/** Why waiting for a server may end: nobody needs to be told. */
const SHUTTING_DOWN = new Error('shutting down');

function addressOf(settings: StandaloneSettings, port: number): string {
  const loopback = settings.host === '127.0.0.1' || settings.host === '::1' || settings.host === 'localhost';
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return `http://${loopback ? 'localhost' : host}:${port}`;
}

/** The port it listens on, which it may have chosen itself. */
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

async function main(): Promise<void> {
  const startedAt = performance.now();
  const settings = settingsOfProcess();
  const log = createLogger({
    name: 'volant',
    level: settings.logLevel,
    destination: destination({ dest: 2, sync: false }),
  });

  const data = await openDataDirectory(settings.dataDirectory);
  const ending = new AbortController();
  const adapters = createAdapters({ servers: settings.servers, below: data.below, log, signal: ending.signal });
  const shutdown = createShutdown({ log, timeoutMs: 20_000 });
  let running: Volant | undefined;
  shutdown.add('volant', async () => {
    ending.abort(SHUTTING_DOWN);
    await running?.stop();
  });
  shutdown.listen();

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

  const mailOrigin = () => settings.origin ?? addressOf(settings, portOf(running, settings));
  const mailbox = demo.runs && settings.servers.smtp === undefined;
  const volant = await createVolant(
    data,
    adapters,
    { ...settings, site, graphqlAccess, mailOrigin, mailbox, onlyThisMachine: demo.runs },
    log,
  );
  running = volant;
  await volant.start();
  if (settings.superadmin !== undefined) {
    await volant.identity.ensureSuperadmin(settings.superadmin).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      throw new StartError(`The account of the SUPERADMIN settings: ${tellError(error, 'en', IDENTITY_ERRORS).text}`);
    });
  }
  if (demo.isToBeWritten) await writeDemo(data, volant);
  await listen(volant.gateway.server, settings);

  const address = addressOf(settings, portOf(volant, settings));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Volant is ready at ${address} (${seconds} s)`);
  if (demo.isToBeWritten) console.log(demoSummary(address));
  if (mailbox) console.log(`Messages are not sent but shown at ${address}/dev/mailbox`);
}

main().catch((error: unknown) => {
  if (error === SHUTTING_DOWN) return;
  const expected = [StartError, EnvironmentError, SettingError, ServerUnreachable].some(
    (kind) => error instanceof kind,
  );
  console.error(expected ? (error as Error).message : error);
  process.exit(1);
});
