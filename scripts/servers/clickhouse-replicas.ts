/**
 * Replicas of ClickHouse and a Keeper, as containers: images, settings and their number are those of
 * k8s/components/clickhouse-operator. Without a container engine there is no Keeper.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  GenericContainer,
  getContainerRuntimeClient,
  Network,
  type StartedNetwork,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import { parse } from 'yaml';
import { startContainer } from './containers.ts';
import { freePorts } from './ports.ts';

export interface ClickHouseReplicas {
  /** Name of the cluster, for ON CLUSTER. */
  readonly cluster: string;
  /** One for each replica. */
  readonly urls: readonly string[];
  readonly login: { readonly username: string; readonly password: string };
  /** Stops the last replica, which keeps its data. */
  stopLast(): Promise<void>;
  /** Resolves when it answers again. */
  startLast(): Promise<void>;
  /** Removes all of them, with their data. */
  stop(): Promise<void>;
}

interface PodTemplates {
  readonly podTemplates: readonly { readonly spec: { readonly containers: readonly { readonly image: string }[] } }[];
}

interface Installation {
  readonly spec: {
    readonly configuration: {
      readonly settings?: Readonly<Record<string, number>>;
      readonly clusters: readonly [{ readonly name: string; readonly layout: { readonly replicasCount: number } }];
    };
    readonly templates: PodTemplates;
  };
}

const COMPONENT = new URL('../../k8s/components/clickhouse-operator/', import.meta.url);
const KEEPER = 'keeper';
const KEEPER_PORT = 2181;
const HTTP_PORT = 8123;
const LOGIN = { username: 'volant', password: 'volant-tests' };

export async function startClickHouseReplicas(): Promise<ClickHouseReplicas> {
  const { spec } = installationIn('clickhouse.yaml');
  const [{ name: cluster, layout }] = spec.configuration.clusters;
  const names = Array.from({ length: layout.replicasCount }, (_, index) => `clickhouse-${index}`);
  const ports = await freePorts(names.length);
  const network = await new Network().start();
  const started: StartedTestContainer[] = [];
  const stop = async () => {
    await Promise.all(started.map((container) => container.stop()));
    await network.stop();
  };
  try {
    started.push(await startKeeper(network));
    for (const [index, name] of names.entries()) {
      const content = configurationOf(name, names, cluster, spec.configuration.settings);
      const image = imageOf(spec.templates);
      const container = new GenericContainer(image)
        .withNetwork(network)
        .withNetworkAliases(name)
        .withEnvironment({
          CLICKHOUSE_USER: LOGIN.username,
          CLICKHOUSE_PASSWORD: LOGIN.password,
          CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '1',
        })
        // The same port after a restart.
        .withExposedPorts({ container: HTTP_PORT, host: ports[index] ?? 0 })
        .withCopyContentToContainer([{ content, target: '/etc/clickhouse-server/config.d/replicas.xml', mode: 0o644 }])
        .withWaitStrategy(Wait.forHttp('/ping', HTTP_PORT));
      started.push(await startContainer(name, image, container));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const client = await getContainerRuntimeClient();
  const last = client.container.getById(started.at(-1)?.getId() ?? '');
  return {
    cluster,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    login: LOGIN,
    // By the engine: the library's own stop removes a container.
    async stopLast() {
      await last.stop();
    },
    async startLast() {
      await last.start();
    },
    stop,
  };
}

function startKeeper(network: StartedNetwork): Promise<StartedTestContainer> {
  const directory = '/var/lib/clickhouse-keeper/coordination';
  const content = xml({
    listen_host: '0.0.0.0',
    keeper_server: {
      tcp_port: KEEPER_PORT,
      server_id: 1,
      log_storage_path: `${directory}/log`,
      snapshot_storage_path: `${directory}/snapshots`,
      raft_configuration: { server: { id: 1, hostname: 'localhost', port: 9234 } },
    },
  });
  const image = imageOf(installationIn('keeper.yaml').spec.templates);
  const container = new GenericContainer(image)
    .withNetwork(network)
    .withNetworkAliases(KEEPER)
    .withExposedPorts(KEEPER_PORT)
    .withCopyContentToContainer([{ content, target: '/etc/clickhouse-keeper/keeper_config.xml', mode: 0o644 }])
    .withWaitStrategy(Wait.forListeningPorts());
  return startContainer(KEEPER, image, container);
}

/** What the operator writes for a replica. */
function configurationOf(
  name: string,
  replicas: readonly string[],
  cluster: string,
  settings: Readonly<Record<string, number>> = {},
): string {
  const mergeTree = Object.entries(settings).map(([path, value]) => [path.replace('merge_tree/', ''), value]);
  const replica = replicas.map((host) => ({ host, port: 9000, user: LOGIN.username, password: LOGIN.password }));
  return xml({
    interserver_http_host: name,
    zookeeper: { node: { host: KEEPER, port: KEEPER_PORT } },
    macros: { shard: 0, replica: name, cluster },
    remote_servers: { [cluster]: { shard: { internal_replication: true, replica } } },
    distributed_ddl: { path: '/clickhouse/task_queue/ddl' },
    merge_tree: Object.fromEntries(mergeTree),
  });
}

function installationIn(file: string): Installation {
  return parse(readFileSync(fileURLToPath(new URL(file, COMPONENT)), 'utf8')) as Installation;
}

function imageOf({ podTemplates }: PodTemplates): string {
  const image = podTemplates[0]?.spec.containers[0]?.image;
  if (image === undefined) throw new Error('the component names no image');
  return image;
}

/** A list is one element for each of its entries. */
function xml(content: Readonly<Record<string, unknown>>): string {
  const element = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((each) => element(name, each)).join('');
    const inside = typeof value === 'object' && value !== null ? elements(value) : String(value);
    return `<${name}>${inside}</${name}>`;
  };
  const elements = (values: object) =>
    Object.entries(values)
      .map((entry) => element(...entry))
      .join('\n');
  return element('clickhouse', content);
}
