import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Say } from './server.ts';
import { CACHE, exists, HERE, makeOnce, needProgram, run } from './tools.ts';

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

export const JAVA_FOLDER = path.join(HERE, 'java');

/** Options of every JVM: small, to leave the processor to the tests. */
export const JVM = ['-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError'];

/**
 * Downloads the jars that a pom beside this file names, once, with Maven.
 * @returns the folder of the jars
 */
export async function copyJars(
  name: string,
  pom: string,
  properties: Readonly<Record<string, string>>,
  say?: Say,
): Promise<string> {
  const pomHash = createHash('sha256')
    .update(await readFile(path.join(JAVA_FOLDER, pom)))
    .digest('hex');
  const folder = path.join(CACHE, `${name}-jars-${pomHash.slice(0, 12)}`);
  if (await exists(folder)) return folder;
  const maven = await needProgram('mvn', name, 'install Maven');
  await needProgram('java', name, 'install Java 17');
  say?.(`Fetching ${name} from Maven Central.`);
  await makeOnce(folder, (unfinished) =>
    run(maven, [
      '-B',
      '-q',
      '-f',
      path.join(JAVA_FOLDER, pom),
      ...Object.entries(properties).map(([property, value]) => `-D${property}=${value}`),
      PLUGIN,
      '-DincludeScope=runtime',
      `-DoutputDirectory=${unfinished}`,
    ]),
  );
  return folder;
}
