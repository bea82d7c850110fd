import type { Place } from './server.ts';

/** How the node finds its controller: processes by bootstrap servers, images by the older list of voters. */
type Quorum = 'servers' | 'voters';

export interface KafkaSurroundings extends Pick<Place, 'tls' | 'login'> {
  /** For clients, for the controller, and for the node itself if clients have to log in. */
  readonly ports: readonly number[];
  /** Interface to listen on; empty for all interfaces. */
  readonly host: string;
  readonly logs: string;
  /** Key and certificate in one file, as Kafka requires. */
  readonly keyStore: string;
  readonly quorum: Quorum;
}

/** The listener for clients that use TLS or a login. Images treat names that end in SSL specially. */
const SECURED = 'SECURED';
const CONTROLLER_HOST = '127.0.0.1';

/** Short delays for groups, log cleaning and lost clients; every replication factor is 1. */
const ALWAYS: Readonly<Record<string, string>> = {
  'process.roles': 'broker,controller',
  'node.id': '1',
  'inter.broker.listener.name': 'PLAINTEXT',
  'controller.listener.names': 'CONTROLLER',
  'auto.create.topics.enable': 'false',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '4',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'transaction.state.log.num.partitions': '4',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  'broker.heartbeat.interval.ms': '500',
  'broker.session.timeout.ms': '3000',
  'log.cleaner.backoff.ms': '1000',
  'log.cleaner.dedupe.buffer.size': '16777216',
};

/** Settings of one node that is both broker and controller. */
export function kafkaProperties(surroundings: KafkaSurroundings): Readonly<Record<string, string>> {
  const { ports, host, logs, keyStore, quorum, tls, login } = surroundings;
  const [port = 0, controller, inner] = ports;
  const protocol = `${login === undefined ? '' : 'SASL_'}${tls === undefined ? 'PLAINTEXT' : 'SSL'}`;
  const listenersAt = (address: string) =>
    isSecured(surroundings)
      ? `PLAINTEXT://${address}:${inner},${SECURED}://${address}:${port}`
      : `PLAINTEXT://${address}:${port}`;
  return {
    ...ALWAYS,
    listeners: `${listenersAt(host)},CONTROLLER://${CONTROLLER_HOST}:${controller}`,
    'advertised.listeners': listenersAt('127.0.0.1'),
    'listener.security.protocol.map': `PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,${SECURED}:${protocol}`,
    ...(quorum === 'servers'
      ? { 'controller.quorum.bootstrap.servers': `${CONTROLLER_HOST}:${controller}` }
      : { 'controller.quorum.voters': `1@${CONTROLLER_HOST}:${controller}` }),
    'log.dirs': logs,
    ...(tls === undefined ? {} : { 'ssl.keystore.type': 'PEM', 'ssl.keystore.location': keyStore }),
    ...(login === undefined ? {} : loginProperties(login)),
  };
}

/** Whether clients have their own listener, separate from the node's. */
export function isSecured({ tls, login }: Pick<Place, 'tls' | 'login'>): boolean {
  return tls !== undefined || login !== undefined;
}

/** All three SASL mechanisms. PLAIN also has a user `guest`, password `guest`, without any permission. */
function loginProperties({ username, password }: NonNullable<Place['login']>): Readonly<Record<string, string>> {
  const listener = `listener.name.${SECURED.toLowerCase()}`;
  const module = 'org.apache.kafka.common.security';
  return {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:ANONYMOUS;User:${username}`,
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    [`${listener}.plain.sasl.jaas.config`]: `${module}.plain.PlainLoginModule required user_${username}="${password}" user_guest="guest";`,
    [`${listener}.scram-sha-256.sasl.jaas.config`]: `${module}.scram.ScramLoginModule required;`,
    [`${listener}.scram-sha-512.sasl.jaas.config`]: `${module}.scram.ScramLoginModule required;`,
  };
}

/** Credentials of a user, in the syntax of Kafka's commands. */
export function scramCredentials({ password }: NonNullable<Place['login']>): readonly string[] {
  return [256, 512].map((bits) => `SCRAM-SHA-${bits}=[password=${password}]`);
}
