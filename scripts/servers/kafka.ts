import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { copyJars, JVM } from './jars.ts';
import { isSecured, kafkaProperties, scramCredentials } from './kafka-properties.ts';
import type { Certificate, Login, ServerKind } from './server.ts';
import { exists, needProgram, run } from './tools.ts';

const VERSION = '4.3.1';
const CLUSTER_ID = 'dm9sYW50LXNlcnZlcnMwMQ';
const SETTINGS_FILE = 'server.properties';

/** Length; metadata request (3), version 1, correlation id 1, no client id, no topics. */
const METADATA_REQUEST = Buffer.from('0000000e0003000100000001ffff00000000', 'hex');

const java = (jars: string) => [...JVM, '-XX:TieredStopAtLevel=1', '-Xmx384m', '-cp', path.join(jars, '*')];

/** The real broker, from Maven Central. */
export const kafka: ServerKind<'kafka'> = {
  name: 'kafka',
  /** For clients, for the controller, and for the broker itself if clients have to log in. */
  portCount: 3,

  async prepare(say) {
    await jars(say);
  },

  async launch(place) {
    const { directory, tls, login } = place;
    const program = await needProgram('java', 'Kafka', 'install Java 17');
    const classPath = await jars();
    const file = path.join(directory, SETTINGS_FILE);
    const logs = path.join(directory, 'log');
    const keyStore = path.join(directory, 'key-store.pem');
    if (tls !== undefined) await writeFile(keyStore, await keyStoreOf(tls));
    const properties = kafkaProperties({ ...place, host: '127.0.0.1', logs, keyStore, quorum: 'servers' });
    await writeFile(
      file,
      Object.entries(properties)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
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
        ...(login === undefined ? [] : scramLogins(login)),
      ]);
    }
    return { command: [program, ...java(classPath), 'kafka.Kafka', file] };
  },

  address: ({ ports: [port] }) => ({ brokers: [`127.0.0.1:${port}`] }),

  /** The port opens before the node is ready; a ready node lists itself in the cluster's metadata. */
  answers: ({ ports: [port = 0, , inner = 0], ...secured }) =>
    new Promise((resolve, reject) => {
      const socket = connect(isSecured(secured) ? inner : port, '127.0.0.1', () => socket.write(METADATA_REQUEST));
      socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
      socket.once('data', (answer: Buffer) => {
        socket.destroy();
        // Length and correlation id, then the number of brokers.
        resolve(answer.length >= 12 && answer.readInt32BE(8) > 0);
      });
      socket.once('error', reject);
    }),
};

/** Key and certificate in one file. */
export async function keyStoreOf({ key, certificate }: Certificate): Promise<Buffer> {
  return Buffer.concat(await Promise.all([readFile(key), readFile(certificate)]));
}

/** Options that create the login while formatting the storage, before the node runs. */
function scramLogins(login: Login): string[] {
  const withName = (credential: string) => credential.replace('[', `[name=${login.username},`);
  return scramCredentials(login).flatMap((credential) => ['--add-scram', withName(credential)]);
}

function jars(say?: (sentence: string) => void): Promise<string> {
  return copyJars(`kafka-${VERSION}`, 'kafka-pom.xml', { 'kafka.version': VERSION }, say);
}
