import { setTimeout as sleep } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';
import { type Containerized, IMAGES } from './images.ts';
import { KINDS, portsFor } from './kinds.ts';
import {
  type Addresses,
  type Place,
  type RunningServer,
  type RunningServers,
  type ServerName,
  ServersError,
  type StartSettings,
} from './server.ts';
import { type Secured, ServerProcess } from './server-process.ts';

const START_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;
const LINES_SHOWN = 20;
/** Statuses of an engine if a container is already started, stopped or killed. */
const ALREADY_SO = [304, 409];

/** Whether a container engine is available that publishes ports on this machine. */
export async function dockerAnswers(): Promise<boolean> {
  try {
    const { info } = await getContainerRuntimeClient();
    return ['localhost', '127.0.0.1'].includes(info.containerRuntime.host);
  } catch {
    // Not installed, not running, or not permitted for this user: the caller falls back to processes.
    return false;
  }
}

interface Opened {
  readonly name: ServerName;
  readonly address: Addresses[ServerName];
  readonly server: RunningServer;
  remove(): Promise<void>;
}

/** Starts containers for all servers except SMTP, which is always our own sink. */
export async function startContainers<N extends ServerName>(
  names: readonly N[],
  { dataDirectory, ports = {}, tls, login }: StartSettings<N>,
): Promise<RunningServers<N>> {
  const secured: Secured = { ...(tls === undefined ? {} : { tls }), ...(login === undefined ? {} : { login }) };
  const opened: Opened[] = [];
  const stop = async () => {
    await Promise.all(opened.map(({ remove }) => remove()));
  };
  try {
    for (const name of names) {
      const place: Place = { directory: dataDirectory, ports: await portsFor(name, ports[name]), ...secured };
      opened.push(name === 'smtp' ? await sink(place, secured) : await contained(name as Containerized, place));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin: 'containers',
    addresses: Object.fromEntries(opened.map(({ name, address }) => [name, address])) as unknown as Pick<Addresses, N>,
    servers: Object.fromEntries(opened.map(({ name, server }) => [name, server])) as unknown as Readonly<
      Record<N, RunningServer>
    >,
    stop,
  };
}

async function sink({ directory, ports }: Place, secured: Secured): Promise<Opened> {
  const server = new ServerProcess(KINDS.smtp, `${directory}/smtp`, ports, false, secured);
  await server.start();
  return { name: server.name, address: KINDS.smtp.address(server.place), server, remove: () => server.stop() };
}

async function contained(name: Containerized, place: Place): Promise<Opened> {
  const [port = 0] = place.ports;
  const prepared = await IMAGES[name](place);
  const { image, environment = {}, command = [], files = [], inside = port, others = [], afterStart } = prepared;
  const container = new GenericContainer(image)
    .withEnvironment(environment)
    .withExposedPorts({ container: inside, host: port }, ...others.map((other) => ({ container: other, host: other })))
    .withCopyContentToContainer(files.map((file) => ({ ...file, mode: 0o644 })));
  const started = await startContainer(
    name,
    image,
    command.length > 0 ? container.withCommand([...command]) : container,
  );

  /** The engine opens the port before the server listens, so wait for an answer of the server. */
  async function untilItServes(): Promise<void> {
    const deadline = Date.now() + START_WITHIN_MS;
    let reason = 'it does not answer';
    while (Date.now() < deadline) {
      try {
        if (await KINDS[name].answers(place)) return await afterStart?.(started);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
      await sleep(LOOK_EVERY_MS);
    }
    throw new ServersError(`${name}, out of ${image}, cannot be used: ${reason}.`);
  }

  try {
    await untilItServes();
  } catch (error) {
    await started.stop();
    throw error;
  }
  const client = await getContainerRuntimeClient();
  const engine = client.container.getById(started.getId());
  // Stop and start through the engine: the library’s own stop removes the container with its data.
  const server: RunningServer = {
    name,
    id: started.getId(),
    async start() {
      await unlessAlready(engine.start());
      await untilItServes();
    },
    stop: () => unlessAlready(engine.stop()),
    async kill() {
      await unlessAlready(engine.kill({ signal: 'SIGKILL' }));
      await engine.wait();
    },
    pause: () => unlessAlready(engine.pause()),
    resume: () => unlessAlready(engine.unpause()),
  };
  return {
    name,
    address: prepared.address,
    server,
    async remove() {
      await started.stop();
    },
  };
}

/** @throws ServersError with the reason and the last lines of its log */
export async function startContainer(
  name: string,
  image: string,
  container: GenericContainer,
): Promise<StartedTestContainer> {
  const lines: string[] = [];
  try {
    return await container
      .withStartupTimeout(START_WITHIN_MS)
      .withLogConsumer((log) => log.on('data', (line: unknown) => lines.push(String(line).trimEnd())))
      .start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const said = [reason, ...lines.slice(-LINES_SHOWN)].join('\n');
    throw new ServersError(`${name}, out of ${image}, does not start: ${said}`);
  }
}

/** Starting a running server or stopping a stopped one is not an error, as for processes. */
async function unlessAlready(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
    if (!ALREADY_SO.some((known) => known === status)) throw error;
  }
}
