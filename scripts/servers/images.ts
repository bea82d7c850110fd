import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { StartedTestContainer } from 'testcontainers';
import { parse } from 'yaml';
import { clickhouse } from './clickhouse.ts';
import { kafka, keyStoreOf } from './kafka.ts';
import { isSecured, kafkaProperties, scramCredentials } from './kafka-properties.ts';
import { minio } from './minio.ts';
import { redis, redisConfiguration } from './redis.ts';
import type { Addresses, Place, ServerName } from './server.ts';

/** A file copied into the container before it starts, readable by any user. */
interface LaidFile {
  readonly target: string;
  readonly content: Buffer | string;
}

/**
 * How to run a server from an image. It listens on the same port inside and outside, because it names the port to
 * clients.
 */
export interface Image {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly files?: readonly LaidFile[];
  /** If the port inside the container cannot be chosen. */
  readonly inside?: number;
  /** Further ports to publish. */
  readonly others?: readonly number[];
  readonly address: Addresses[ServerName];
  /** Runs after each start until it resolves; rejecting means that the server is not ready yet. */
  readonly afterStart?: (container: StartedTestContainer) => Promise<void>;
}

export type Containerized = Exclude<ServerName, 'smtp'>;

const CERTIFICATES = '/certificates';

const compose = parse(readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, { readonly image: string } | undefined>>;
};

/** The image of docker-compose.yml, so that tests use the deployed version. */
function deployed(server: Exclude<Containerized, 's3'>): string {
  const service = compose.services[server];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${server}`);
  return service.image;
}

export const IMAGES: Readonly<Record<Containerized, (place: Place) => Promise<Image>>> = {
  mongodb: async ({ ports: [port] }) => ({
    image: deployed('mongodb'),
    command: ['mongod', '--replSet', 'rs0', '--bind_ip_all', '--port', String(port)],
    address: { url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0` },
    async afterStart(container) {
      // Clients connect to the member's address, so it has to be the same inside and outside.
      const script = `try { rs.status() } catch { rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:${port}' }] }) };
        if (!db.hello().isWritablePrimary) quit(1)`;
      await execute(container, ['mongosh', '--quiet', '--port', String(port), '--eval', script]);
    },
  }),

  kafka: async (place) => {
    const { ports, tls, login } = place;
    const keyStore = `${CERTIFICATES}/key-store.pem`;
    const properties = kafkaProperties({ ...place, host: '', logs: '/tmp/kafka-logs', keyStore, quorum: 'voters' });
    const [, , inner = 0] = ports;
    return {
      image: deployed('kafka'),
      environment: Object.fromEntries(Object.entries(properties).map(([name, value]) => [variableOf(name), value])),
      files: tls === undefined ? [] : [{ target: keyStore, content: await keyStoreOf(tls) }],
      others: isSecured(place) ? [inner] : [],
      address: kafka.address(place),
      ...(login === undefined
        ? {}
        : {
            async afterStart(container) {
              // Kafka refuses to alter a user twice in one request.
              for (const credential of scramCredentials(login)) {
                await execute(container, [
                  ...['/opt/kafka/bin/kafka-configs.sh', '--bootstrap-server', `127.0.0.1:${inner}`, '--alter'],
                  ...['--entity-type', 'users', '--entity-name', login.username, '--add-config', credential],
                ]);
              }
            },
          }),
    };
  },

  clickhouse: async (place) => {
    const address = clickhouse.address(place);
    return {
      image: deployed('clickhouse'),
      environment: {
        CLICKHOUSE_USER: address.username,
        CLICKHOUSE_PASSWORD: address.password,
        CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '1',
      },
      inside: 8123,
      address,
    };
  },

  redis: async (place) => {
    const { ports, tls, login } = place;
    const [port] = ports;
    const file = '/usr/local/etc/redis/redis.conf';
    const inside = tls && { certificate: `${CERTIFICATES}/certificate.pem`, key: `${CERTIFICATES}/key.pem` };
    const configuration = redisConfiguration({ bind: '*', port, directory: '/data', tls: inside, login });
    return {
      image: deployed('redis'),
      command: ['redis-server', file],
      files: [
        { target: file, content: configuration },
        ...(tls === undefined || inside === undefined
          ? []
          : [
              { target: inside.certificate, content: await readFile(tls.certificate) },
              { target: inside.key, content: await readFile(tls.key) },
            ]),
      ],
      address: redis.address(place),
    };
  },

  s3: async (place) => {
    const { ports, tls } = place;
    const address = minio.address(place);
    return {
      // Docker Compose builds its own from source, which would take tests minutes. This is the last one that its
      // makers published, without the later fixes.
      image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
      environment: {
        MINIO_ROOT_USER: address.accessKey,
        MINIO_ROOT_PASSWORD: address.secretKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
      },
      command: [
        'server',
        ...(tls === undefined ? [] : ['--certs-dir', CERTIFICATES]),
        ...['--address', `:${ports[0]}`, '/data'],
      ],
      files:
        tls === undefined
          ? []
          : [
              { target: `${CERTIFICATES}/public.crt`, content: await readFile(tls.certificate) },
              { target: `${CERTIFICATES}/private.key`, content: await readFile(tls.key) },
            ],
      address,
    };
  },
};

/** The image's entry point converts variables to properties; this is the inverse. */
function variableOf(property: string): string {
  const name = property.replaceAll('_', '__').replaceAll('-', '___').replaceAll('.', '_');
  return `KAFKA_${name.toUpperCase()}`;
}

async function execute(container: StartedTestContainer, command: readonly string[]): Promise<void> {
  const { exitCode, output } = await container.exec([...command]);
  if (exitCode !== 0) throw new Error(`${command[0]} says: ${output}`);
}
