import type { Place } from './server.ts';

/** How the node finds itself: processes by where the controller listens, images by the older list of voters. */
type Quorum = 'servers' | 'voters';

export interface KafkaSurroundings extends Pick<Place, 'tls' | 'login' | 'advertised'> {
  /** For clients, for the controller, and for the node itself where clients have to sign in. */
  readonly ports: readonly number[];
  /** Interface it listens on; every one if it is empty. */
  readonly host: string;
  readonly logs: string;
  /** Key and certificate in one file, as Kafka wants them. */
  readonly keyStore: string;
  readonly quorum: Quorum;
}

/** The listener for clients, where they have to speak TLS or to sign in. Images treat names that end in SSL specially. */
const SECURED = 'SECURED';
const CONTROLLER_HOST = '127.0.0.1';

/** Quick to form groups, to clean topics, and to notice that a client has gone; one node can hold everything. */
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

/** Settings of one node that is broker and controller. */
export function kafkaProperties(surroundings: KafkaSurroundings): Readonly<Record<string, string>> {
  const { ports, host, logs, keyStore, quorum, tls, login, advertised } = surroundings;
  const [port = 0, controller, inner] = ports;
  const protocol = `${login === undefined ? '' : 'SASL_'}${tls === undefined ? 'PLAINTEXT' : 'SSL'}`;
  const listenersAt = (address: string, client = port) =>
    isSecured(surroundings)
      ? `PLAINTEXT://${address}:${inner},${SECURED}://${address}:${client}`
      : `PLAINTEXT://${address}:${client}`;
  return {
    ...ALWAYS,
    listeners: `${listenersAt(host)},CONTROLLER://${CONTROLLER_HOST}:${controller}`,
    'advertised.listeners': listenersAt('127.0.0.1', advertised),
    'listener.security.protocol.map': `PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,${SECURED}:${protocol}`,
    ...(quorum === 'servers'
      ? { 'controller.quorum.bootstrap.servers': `${CONTROLLER_HOST}:${controller}` }
      : { 'controller.quorum.voters': `1@${CONTROLLER_HOST}:${controller}` }),
    'log.dirs': logs,
    ...(tls === undefined ? {} : { 'ssl.keystore.type': 'PEM', 'ssl.keystore.location': keyStore }),
    ...(login === undefined ? {} : loginProperties(login)),
  };
}

/** Whether clients have a listener of their own, beside the one the node itself uses. */
export function isSecured({ tls, login }: Pick<Place, 'tls' | 'login'>): boolean {
  return tls !== undefined || login !== undefined;
}

/** All three ways to sign in. By PLAIN there is also `guest`, password `guest`, who may do nothing. */
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

/** What a user is made of, in the words of Kafka's own commands. */
export function scramCredentials({ password }: NonNullable<Place['login']>): readonly string[] {
  return [256, 512].map((bits) => `SCRAM-SHA-${bits}=[password=${password}]`);
}
