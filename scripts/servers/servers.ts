import path from 'node:path';
import { dockerAnswers, startContainers } from './containers.ts';
import { KINDS, portsFor } from './kinds.ts';
import {
  type Addresses,
  type RunningServer,
  type RunningServers,
  type Say,
  SERVER_NAMES,
  type ServerName,
  type StartSettings,
} from './server.ts';
import { type Secured, ServerProcess } from './server-process.ts';

/**
 * Starts servers: as containers if a Docker engine answers, otherwise as processes of this machine. Resolves when all
 * of them answer.
 * @throws ServersError naming missing programs, or the reason why a server does not start
 */
export async function startServers<N extends ServerName = ServerName>(
  settings: StartSettings<N>,
): Promise<RunningServers<N>> {
  const names = settings.names ?? (SERVER_NAMES as readonly ServerName[] as readonly N[]);
  const asProcesses = settings.outliveUs === true || settings.asProcesses === true;
  if (!asProcesses && (await dockerAnswers())) return startContainers(names, settings);
  return startProcesses(names, settings);
}

/** Downloads and builds everything that a start needs, so that later starts are fast. */
export async function prepareServers(names: readonly ServerName[], say: Say): Promise<void> {
  // One after another, so that each cold build has all cores.
  for (const name of names) await KINDS[name].prepare(say);
}

/** The server of that name on those ports, running or not. */
export function serverProcess(
  name: ServerName,
  dataDirectory: string,
  ports: readonly number[],
  outlivesUs: boolean,
  secured?: Secured,
) {
  return new ServerProcess(KINDS[name], path.join(dataDirectory, name), ports, outlivesUs, secured);
}

export function addressesOf(processes: readonly ServerProcess[]): Partial<Addresses> {
  return Object.fromEntries(processes.map(({ name, place }) => [name, KINDS[name].address(place)]));
}

async function startProcesses<N extends ServerName>(
  names: readonly N[],
  { dataDirectory, ports = {}, outliveUs = false, tls, login, say = () => {} }: StartSettings<N>,
): Promise<RunningServers<N>> {
  await prepareServers(names, say);
  const secured = {
    ...(tls === undefined ? {} : { tls }),
    ...(login === undefined ? {} : { login }),
  };
  const processes: ServerProcess[] = [];
  for (const name of names) {
    processes.push(serverProcess(name, dataDirectory, await portsFor(name, ports[name]), outliveUs, secured));
  }
  const stop = async () => {
    await Promise.all(processes.map((server) => server.stop()));
  };
  const started = await Promise.allSettled(processes.map((server) => server.start()));
  const failure = started.find((result) => result.status === 'rejected');
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  return {
    origin: 'processes of this machine',
    addresses: addressesOf(processes) as Pick<Addresses, N>,
    servers: Object.fromEntries(processes.map((server) => [server.name, server])) as unknown as Readonly<
      Record<N, RunningServer>
    >,
    stop,
  };
}
