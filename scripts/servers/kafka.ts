import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { copyJars, JVM } from './jars.ts';
import type { Login, Place, ServerKind } from './server.ts';
import { exists, needProgram, run } from './tools.ts';

const VERSION = '4.3.1';
const CLUSTER_ID = 'dm9sYW50LXNlcnZlcnMwMQ';
const SETTINGS_FILE = 'server.properties';
const LOGS = 'log';
/** The listener for clients, where they have to speak TLS or to sign in. */
const SECURED = 'SECURED';
/** Key and certificate in one file, as Kafka wants them. */
const KEY_STORE = 'kafka-key-store.pem';

/** Length; metadata (3) in version 1, correlation id 1, no client id; no topics. */
const METADATA_REQUEST = Buffer.from('0000000e0003000100000001ffff00000000', 'hex');

/** One node that is broker and controller, quick to form groups and to notice that a client has gone. */
const settings = ({ directory, ports: [port = 0, controller = 0, inner = 0], tls, login }: Place) => {
  const secured = tls !== undefined || login !== undefined;
  const brokers = secured
    ? `PLAINTEXT://127.0.0.1:${inner},${SECURED}://127.0.0.1:${port}`
    : `PLAINTEXT://127.0.0.1:${port}`;
  return `process.roles=broker,controller
node.id=1
listeners=${brokers},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=${brokers}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,${SECURED}:${login === undefined ? '' : 'SASL_'}${tls === undefined ? 'PLAINTEXT' : 'SSL'}
inter.broker.listener.name=PLAINTEXT
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=127.0.0.1:${controller}
log.dirs=${path.join(directory, LOGS)}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=3000
log.cleaner.backoff.ms=1000
log.cleaner.dedupe.buffer.size=16777216
${tls === undefined ? '' : tlsSettings(directory)}${login === undefined ? '' : loginSettings(login)}`;
};

const tlsSettings = (directory: string) => `ssl.keystore.type=PEM
ssl.keystore.location=${path.join(directory, KEY_STORE)}
`;

/** All three ways to sign in. By PLAIN there is also `guest`, password `guest`, who may do nothing. */
const loginSettings = ({ username, password }: Login) => `sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS;User:${username}
listener.name.secured.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}" user_guest="guest";
${[256, 512]
  .map(
    (bits) =>
      `listener.name.secured.scram-sha-${bits}.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;\n`,
  )
  .join('')}`;

const java = (jars: string) => [...JVM, '-XX:TieredStopAtLevel=1', '-Xmx384m', '-cp', path.join(jars, '*')];

/** The real broker, from Maven Central. */
export const kafka: ServerKind<'kafka'> = {
  name: 'kafka',
  /** For clients, for the controller, and for the broker itself where clients have to sign in. */
  portCount: 3,

  async prepare(say) {
    await jars(say);
  },

  async launch(place) {
    const { directory, tls, login } = place;
    const program = await needProgram('java', 'Kafka', 'install Java 17');
    const classPath = await jars();
    const file = path.join(directory, SETTINGS_FILE);
    if (tls !== undefined) {
      const parts = await Promise.all([readFile(tls.key), readFile(tls.certificate)]);
      await writeFile(path.join(directory, KEY_STORE), Buffer.concat(parts));
    }
    await writeFile(file, settings(place));
    if (!(await exists(path.join(directory, LOGS, 'meta.properties')))) {
      await run(program, [
        ...java(classPath),
        'kafka.tools.StorageTool',
        'format',
        '--standalone',
        '--ignore-formatted',
        '--cluster-id',
        CLUSTER_ID,
        '-c',
        file,
        ...(login === undefined ? [] : scramLogins(login)),
      ]);
    }
    return { command: [program, ...java(classPath), 'kafka.Kafka', file] };
  },

  address: ({ ports: [port] }) => ({ brokers: [`127.0.0.1:${port}`] }),

  /** The port is open before the node may serve; it then names itself in the cluster's metadata. */
  answers: ({ ports: [port = 0, , inner = 0], tls, login }) =>
    new Promise((resolve, reject) => {
      const socket = connect(tls === undefined && login === undefined ? port : inner, '127.0.0.1', () =>
        socket.write(METADATA_REQUEST),
      );
      socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
      socket.once('data', (answer) => {
        socket.destroy();
        // Length and correlation id, then the number of brokers.
        resolve(answer.length >= 12 && answer.readInt32BE(8) > 0);
      });
      socket.once('error', reject);
    }),
};

function scramLogins({ username, password }: Login): string[] {
  return [256, 512].flatMap((bits) => ['--add-scram', `SCRAM-SHA-${bits}=[name=${username},password=${password}]`]);
}

function jars(say?: (sentence: string) => void): Promise<string> {
  return copyJars(`kafka-${VERSION}`, 'kafka-pom.xml', { 'kafka.version': VERSION }, say);
}
