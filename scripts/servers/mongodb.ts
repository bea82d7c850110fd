import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { copyJars, JAVA_FOLDER, JVM } from './jars.ts';
import { isListening } from './ports.ts';
import type { Say, ServerKind } from './server.ts';
import { CACHE, makeOnce, needProgram, run } from './tools.ts';

const VERSION = '1.47.0';
/**
 * At 256 MB, garbage collection raised the processor time of a list of ten thousand pages from 0.15 s to 1.6 s. A list
 * of a hundred thousand that no index orders takes more than a gigabyte.
 */
const HEAP = '-Xmx2g';
/** Drivers monitor on a separate connection, whose thread must not wait behind another connection's command. */
const CONNECTION_THREADS = '-Dio.netty.eventLoopThreads=256';

/** A stand-in, because no package registry has mongod. docs/reference/tests.md lists what it cannot show. */
export const mongodb: ServerKind<'mongodb'> = {
  name: 'mongodb',
  portCount: 1,

  async prepare(say) {
    await compiled(say);
  },

  async launch({ directory, ports: [port] }) {
    const program = await needProgram('java', 'The stand-in for MongoDB', 'install Java 17');
    const { classes, jars } = await compiled();
    const classPath = [classes, path.join(jars, '*')].join(path.delimiter);
    return {
      command: [
        program,
        ...JVM,
        HEAP,
        CONNECTION_THREADS,
        '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
        '-Dorg.slf4j.simpleLogger.showDateTime=true',
        '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
        '-cp',
        classPath,
        'MongoStandIn',
        String(port),
        path.join(directory, 'mongo.mv'),
      ],
    };
  },

  address: ({ ports: [port] }) => ({ url: `mongodb://127.0.0.1:${port}` }),
  answers: ({ ports: [port = 0] }) => isListening(port),
};

async function compiled(say?: Say): Promise<{ readonly classes: string; readonly jars: string }> {
  const name = `mongo-java-server-${VERSION}`;
  const jars = await copyJars(name, 'mongodb-pom.xml', { 'mongo.version': VERSION }, say);
  const files = (await readdir(JAVA_FOLDER)).filter((file) => file.endsWith('.java')).sort();
  const sources = files.map((file) => path.join(JAVA_FOLDER, file));
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source));
  const classes = path.join(CACHE, `${name}-${hash.digest('hex').slice(0, 12)}`);
  await makeOnce(classes, async (unfinished) => {
    const compiler = await needProgram('javac', 'The stand-in for MongoDB', 'install a JDK of Java 17');
    await run(compiler, ['-cp', path.join(jars, '*'), '-d', unfinished, ...sources]);
  });
  return { classes, jars };
}
