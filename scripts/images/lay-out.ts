import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE, makeOnce, run } from '../servers/tools.ts';
import { type Instruction, readDockerfile, type Stage, settingsOf } from './dockerfile.ts';
import { readIgnored } from './ignored.ts';
import { NODE_USER, PATH, rootOf, sandboxScript } from './sandbox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USERS = `root:x:0:0::/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/tmp:/bin/sh\n`;
const GROUPS = `root:x:0:\nnode:x:${NODE_USER}:\n`;
/** Instructions that change no files of the image. */
const SETTINGS = ['ENV', 'USER', 'WORKDIR', 'CMD', 'ENTRYPOINT', 'EXPOSE', 'HEALTHCHECK', 'STOPSIGNAL', 'VOLUME'];

/** Certificates that this machine trusts beyond the system's, for npm. */
const AUTHORITY = 'volant-extra-authority.pem';

/** The Dockerfile that builds all images. */
export const stages = readDockerfile(path.join(ROOT, 'Dockerfile'));

/** Processes, each with an image of the same name. */
export const PROCESSES = ['gateway', 'identity', 'pages', 'support', 'analytics'] as const;

/** Images that are run: stages that no other stage builds on or copies from, and the stages they build on. */
export const TARGETS = [...PROCESSES, 'standalone', 'operator'] as const;

/** The stages of these images. Those behind them build an S3 server, with an image of Go. */
export const laidOut = stages.slice(
  0,
  1 + Math.max(...TARGETS.map((name) => stages.findIndex((stage) => stage.name === name))),
);

/** Builds all targets in a folder by following the Dockerfile line by line. */
export async function layOut(folder: string, say: (sentence: string) => void): Promise<void> {
  const node = await nodeOfImages();
  for (const stage of laidOut) {
    say(`${stage.name} ← ${stage.base}`);
    await layOutStage(stage, folder, node);
  }
  say(`left out: ${stages.slice(laidOut.length).map(({ name }) => name)}, for want of an image of Go`);
}

async function layOutStage(stage: Stage, folder: string, node: string): Promise<void> {
  const root = rootOf(folder, stage.name);
  rmSync(root, { recursive: true, force: true });
  const base = rootOf(folder, stage.base);
  if (existsSync(base)) {
    // Hard links are safe: a stage that changes a file replaces it.
    await run('cp', ['-al', base, root]);
  } else {
    if (!stage.base.startsWith('node:')) throw new Error(`${stage.base} is no stage, nor an image of Node`);
    mkdirSync(path.join(root, 'etc'), { recursive: true });
    writeFileSync(path.join(root, 'etc/passwd'), USERS);
    writeFileSync(path.join(root, 'etc/group'), GROUPS);
  }
  for (const [index, instruction] of stage.instructions.entries()) {
    const before: Stage = { ...stage, instructions: stage.instructions.slice(0, index) };
    const settings = settingsOf(
      stages.map((other) => (other === stage ? before : other)),
      stage.name,
    );
    if (instruction.name === 'COPY') await copy(instruction, root, settings.directory, folder);
    else if (instruction.name === 'RUN') await runIn(root, node, settings, instruction.rest);
    else if (!SETTINGS.includes(instruction.name)) throw new Error(`${instruction.name} is not laid out here`);
    if (instruction.name === 'WORKDIR') mkdirSync(path.join(root, instruction.rest), { recursive: true });
  }
}

async function copy({ rest }: Instruction, root: string, directory: string, folder: string): Promise<void> {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = path.resolve('/', directory, words.pop() ?? '');
  const into = path.join(root, target);
  const manyOrFolder = words.length > 1 || /\/$/.test(rest);
  for (const source of words) {
    if (from === undefined) {
      copyFromCheckout(source, into, manyOrFolder);
      continue;
    }
    const original = path.join(rootOf(folder, from), source);
    if (!existsSync(original)) throw new Error(`COPY ${rest}: the stage ${from} has no ${source}`);
    const asFile = /\.\w+$/.test(source);
    mkdirSync(asFile ? (manyOrFolder || target === directory ? into : path.dirname(into)) : into, { recursive: true });
    await run('cp', [
      '-al',
      asFile ? original : `${original}/.`,
      asFile && (manyOrFolder || target === directory) ? `${into}/` : into,
    ]);
  }
}

/** Copies the files that git knows and .dockerignore does not exclude: a fresh clone has no others. */
function copyFromCheckout(source: string, into: string, folder: boolean): void {
  const ignored = readIgnored(path.join(ROOT, '.dockerignore'));
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--', source], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const files = stdout.split('\n').filter((file) => file !== '' && !ignored(file) && existsSync(path.join(ROOT, file)));
  if (files.length === 0) throw new Error(`COPY ${source}: there is no such file`);
  for (const file of files) {
    const inside = source === '.' ? file : path.basename(file);
    const target = source === '.' || folder ? path.join(into, inside) : into;
    mkdirSync(path.dirname(target), { recursive: true });
    // Writing through a hard link would change the other stage's file.
    rmSync(target, { force: true });
    cpSync(path.join(ROOT, file), target);
  }
}

function npmSetting(name: string): string {
  return spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();
}

async function runIn(root: string, node: string, settings: ReturnType<typeof settingsOf>, line: string): Promise<void> {
  const packages = npmSetting('cache');
  mkdirSync(packages, { recursive: true });
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  if (authority !== undefined) cpSync(authority, path.join(packages, AUTHORITY));
  const script = sandboxScript({
    root,
    node,
    writable: true,
    mounts: [{ at: '/npm', from: packages, writable: true }],
    user: settings.user === 'node' ? 'node' : 'root',
    directory: settings.directory,
  });
  const environment = {
    ...settings.environment,
    npm_config_registry: npmSetting('registry'),
    npm_config_cache: '/npm',
    npm_config_prefer_offline: 'true',
    ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: `/npm/${AUTHORITY}` }),
  };
  const given = Object.entries({ PATH, HOME: '/tmp', ...environment }).map(([name, value]) => `${name}=${value}`);
  // Keep npm's cache: the next image needs the same packages.
  const command = line.replaceAll('npm cache clean --force', 'true');
  await run('sh', ['-euc', script, 'run', '/usr/bin/env', '-i', ...given, 'sh', '-euc', command]);
  rmSync(path.join(root, 'npm'), { recursive: true, force: true });
}

/** The Node version of the images with its npm, from the registry, for this processor architecture. */
export async function nodeOfImages(): Promise<string> {
  const [, version] = /^node:([\d.]+)/.exec(stages[0]?.base ?? '') ?? [];
  const name = `node-linux-${process.arch}`;
  const folder = path.join(CACHE, `node-${version}`);
  await makeOnce(folder, async (unfinished) => {
    const packages = path.join(unfinished, 'packages');
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', packages, `${name}@${version}`, 'npm@11.19.1']);
    mkdirSync(path.join(unfinished, 'bin'));
    await run('cp', [path.join(packages, 'node_modules', name, 'bin/node'), path.join(unfinished, 'bin/node')]);
    for (const program of ['npm', 'npx']) {
      const script = `#!/bin/sh\nexec /usr/local/bin/node /usr/local/packages/node_modules/npm/bin/${program}-cli.js "$@"\n`;
      writeFileSync(path.join(unfinished, 'bin', program), script, { mode: 0o755 });
    }
  });
  return folder;
}
