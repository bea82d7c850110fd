import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyJars, JVM } from './jars.ts';
import type { Say } from './server.ts';
import { CACHE, HERE, makeOnce, needProgram, run } from './tools.ts';

const VOBJECT = '0.9.9';
const EZ_VCARD = '0.12.2';
const SOURCES = path.join(HERE, 'vcard');
const PURPOSE = 'Reading contact files';

/** What a program that imports contacts finds in a file. */
export interface ReadContact {
  readonly version: string;
  readonly name: string;
  readonly company: string;
  /** With their labels. */
  readonly numbers: readonly (readonly [number: string, label: string])[];
  readonly emails: readonly string[];
  readonly urls: readonly (readonly [url: string, label: string])[];
  readonly note: string;
  /** In base64. */
  readonly photo: string;
}

type Reader = (files: readonly string[]) => Promise<readonly ReadContact[]>;

/** Programs that tests read contact files with, in other languages. */
export const VCARD_READERS: Readonly<Record<string, Reader>> = {
  vobject: async (files) => {
    const python = await needProgram('python3', PURPOSE, 'install Python 3');
    const script = path.join(SOURCES, 'read_contacts.py');
    return readWith(python, [script, ...files], { PYTHONPATH: await vobject(), PYTHONUTF8: '1' });
  },
  'ez-vcard': async (files) => {
    const java = await needProgram('java', PURPOSE, 'install Java 17');
    const { classes, jars } = await ezVcard();
    const classPath = [classes, path.join(jars, '*')].join(path.delimiter);
    return readWith(java, [...JVM, '-Dfile.encoding=UTF-8', '-cp', classPath, 'ReadContacts', ...files], {});
  },
};

/** Downloads and compiles the readers. */
export async function prepareVcardReaders(say: Say): Promise<void> {
  await vobject(say);
  await ezVcard(say);
}

async function readWith(program: string, args: readonly string[], env: object): Promise<readonly ReadContact[]> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(program, [...args], options);
  return JSON.parse(stdout) as readonly ReadContact[];
}

async function vobject(say?: Say): Promise<string> {
  const folder = path.join(CACHE, `vobject-${VOBJECT}`);
  await makeOnce(folder, async (unfinished) => {
    say?.('Fetching vobject from PyPI.');
    const python = await needProgram('python3', PURPOSE, 'install Python 3 with pip');
    await run(python, ['-m', 'pip', 'install', '--quiet', '--target', unfinished, `vobject==${VOBJECT}`]);
  });
  return folder;
}

async function ezVcard(say?: Say): Promise<{ readonly classes: string; readonly jars: string }> {
  const name = `ez-vcard-${EZ_VCARD}`;
  const jars = await copyJars(name, 'ez-vcard-pom.xml', { 'vcard.version': EZ_VCARD }, say);
  const source = path.join(SOURCES, 'ReadContacts.java');
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex');
  const classes = path.join(CACHE, `${name}-${hash.slice(0, 12)}`);
  await makeOnce(classes, async (unfinished) => {
    const compiler = await needProgram('javac', PURPOSE, 'install a JDK of Java 17');
    await run(compiler, ['-cp', path.join(jars, '*'), '-d', unfinished, source]);
  });
  return { classes, jars };
}
