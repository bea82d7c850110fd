import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { copyJars, JVM } from './jars.ts';
import type { ServerKind } from './server.ts';
import { exists, needProgram, run } from './tools.ts';

const VERSION = '4.3.1';
const CLUSTER_ID = 'dm9sYW50LXNlcnZlcnMwMQ';
const SETTINGS_FILE = 'server.properties';

/** Length; metadata (3) in version 1, correlation id 1, no client id; no topics. */
const METADATA_REQUEST = Buffer.from('0000000e0003000100000001ffff00000000', 'hex');

/** One node that is broker and controller, quick to form groups and to notice that a client has gone. */
const settings = (data: string, port: number, controller: number) => `process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=127.0.0.1:${controller}
log.dirs=${data}
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
`;

const java = (jars: string) => [...JVM, '-XX:TieredStopAtLevel=1', '-Xmx384m', '-cp', path.join(jars, '*')];

/** The real broker, from Maven Central. */
export const kafka: ServerKind<'kafka'> = {
  name: 'kafka',
  portCount: 2,

  async prepare(say) {
    await jars(say);
  },

  async launch({ directory, ports: [port = 0, controller = 0] }) {
    const program = await needProgram('java', 'Kafka', 'install Java 17');
    const classPath = await jars();
    const file = path.join(directory, SETTINGS_FILE);
    const logs = path.join(directory, 'log');
    await writeFile(file, settings(logs, port, controller));
    if (!(await exists(path.join(logs, 'meta.properties')))) {
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
      ]);
    }
    return { command: [program, ...java(classPath), 'kafka.Kafka', file] };
  },

  address: ({ ports: [port] }) => ({ brokers: [`127.0.0.1:${port}`] }),

  /** The port is open before the node may serve; it then names itself in the cluster's metadata. */
  answers: ({ ports: [port = 0] }) =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(METADATA_REQUEST));
      socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
      socket.once('data', (answer) => {
        socket.destroy();
        // Length and correlation id, then the number of brokers.
        resolve(answer.length >= 12 && answer.readInt32BE(8) > 0);
      });
      socket.once('error', reject);
    }),
};

function jars(say?: (sentence: string) => void): Promise<string> {
  return copyJars(`kafka-${VERSION}`, 'kafka-pom.xml', { 'kafka.version': VERSION }, say);
}
