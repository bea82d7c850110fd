import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';
import { clickhouse } from './clickhouse.ts';
import { KINDS, portsFor } from './kinds.ts';
import { minio } from './minio.ts';
import {
  type Addresses,
  type Place,
  type RunningServer,
  type RunningServers,
  type ServerName,
  ServersError,
  type StartSettings,
} from './server.ts';
import { ServerProcess } from './server-process.ts';

const START_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** How a server comes out of an image. It listens on the same port inside and outside, as its clients are told it. */
interface Image {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  /** Port inside, where it cannot be chosen. */
  readonly inside?: number;
  readonly address: Addresses[ServerName];
  /** What has to be done once, when it runs. */
  readonly afterStart?: (container: StartedTestContainer) => Promise<void>;
}

type Containerized = Exclude<ServerName, 'smtp'>;

const IMAGES: Readonly<Record<Containerized, (port: number) => Image>> = {
  mongodb: (port) => ({
    image: 'mongo:8.0',
    command: ['mongod', '--replSet', 'rs0', '--bind_ip_all', '--port', String(port)],
    address: { url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0` },
    afterStart: async (container) => {
      const script = `try { rs.status() } catch { rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:${port}' }] }) };
        while (!db.hello().isWritablePrimary) sleep(100)`;
      const { exitCode, output } = await container.exec([
        'mongosh',
        '--quiet',
        '--port',
        String(port),
        '--eval',
        script,
      ]);
      if (exitCode !== 0) throw new ServersError(`The replica set of MongoDB was not made:\n${output}`);
    },
  }),
  kafka: (port) => ({
    image: 'apache/kafka:4.3.1',
    environment: {
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    },
    address: KINDS.kafka.address({ directory: '', ports: [port] }),
  }),
  clickhouse: (port) => {
    const address = clickhouse.address({ directory: '', ports: [port] });
    return {
      image: 'clickhouse/clickhouse-server:25.8',
      environment: {
        CLICKHOUSE_USER: address.username,
        CLICKHOUSE_PASSWORD: address.password,
        CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '1',
      },
      inside: 8123,
      address,
    };
  },
  redis: (port) => ({
    image: 'redis:7.4-alpine',
    command: ['redis-server', '--port', String(port), '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    address: KINDS.redis.address({ directory: '', ports: [port] }),
  }),
  s3: (port) => {
    const address = minio.address({ directory: '', ports: [port] });
    return {
      image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
      environment: { MINIO_ROOT_USER: address.accessKey, MINIO_ROOT_PASSWORD: address.secretKey },
      command: ['server', '--address', `:${port}`, '/data'],
      address,
    };
  },
};

export async function dockerAnswers(): Promise<boolean> {
  try {
    await promisify(execFile)('docker', ['info'], { timeout: 5_000 });
    return true;
  } catch {
    // Not installed, no engine, or not for this user: there are other ways.
    return false;
  }
}

/** Containers for everything but the mail, which our own sink takes in every case. */
export async function startContainers<N extends ServerName>(
  names: readonly N[],
  { dataDirectory, ports = {} }: StartSettings<N>,
): Promise<RunningServers<N>> {
  const opened: { name: ServerName; address: Addresses[ServerName]; server: RunningServer; remove(): Promise<void> }[] =
    [];
  const stop = async () => {
    await Promise.all(opened.map(({ remove }) => remove()));
  };
  try {
    for (const name of names) {
      const place: Place = { directory: dataDirectory, ports: await portsFor(name, ports[name]) };
      opened.push(name === 'smtp' ? await sink(place) : await contained(name as Containerized, place));
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

async function sink({ directory, ports }: Place) {
  const server = new ServerProcess(KINDS.smtp, `${directory}/smtp`, ports, false);
  await server.start();
  return { name: server.name, address: KINDS.smtp.address(server.place), server, remove: () => server.stop() };
}

async function contained(name: Containerized, place: Place) {
  const [port = 0] = place.ports;
  const { image, environment = {}, command = [], inside = port, address, afterStart } = IMAGES[name](port);
  const prepared = new GenericContainer(image)
    .withEnvironment(environment)
    .withExposedPorts({ container: inside, host: port })
    .withStartupTimeout(START_WITHIN_MS);
  const started = await (command.length > 0 ? prepared.withCommand([...command]) : prepared).start();
  const answers = async () => {
    const deadline = Date.now() + START_WITHIN_MS;
    while (!(await KINDS[name].answers(place).catch(() => false))) {
      if (Date.now() > deadline) throw new ServersError(`${name}, out of ${image}, does not answer.`);
      await sleep(LOOK_EVERY_MS);
    }
    await afterStart?.(started);
  };
  await answers();
  const { container: client } = await getContainerRuntimeClient();
  const container = client.getById(started.getId());
  // Stopped and started by the engine itself: the library’s own stop removes the container with its data.
  const server: RunningServer = {
    name,
    id: started.getId(),
    async start() {
      await container.start();
      await answers();
    },
    async stop() {
      await container.stop();
    },
    async kill() {
      await container.kill({ signal: 'SIGKILL' });
      await container.wait();
    },
  };
  return {
    name,
    address,
    server,
    async remove() {
      await started.stop();
    },
  };
}
