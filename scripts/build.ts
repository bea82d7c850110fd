/**
 * Builds what is not built: each server package file by file into its `dist`
 * (the layout of `src`, so that paths to schemas and migrations hold in both),
 * and the web client with Vite. `--force` builds everything anew.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVER_PACKAGES = [
  'proto',
  'infra',
  'services/identity',
  'services/pages',
  'services/support',
  'services/analytics',
  'gateway',
  'standalone',
];

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function newest(files: readonly string[]): Promise<number> {
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  return Math.max(0, ...times);
}

async function builtAt(stamp: string): Promise<number> {
  return stat(stamp).then(
    (found) => found.mtimeMs,
    () => 0,
  );
}

const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);

/** Leaves every import where it is; only `./x.ts` becomes `./x.js`. */
const keepImports: Plugin = {
  name: 'keep-imports',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /.*/ }, (args) =>
      args.kind === 'entry-point'
        ? undefined
        : { path: /^\.\.?\//.test(args.path) ? args.path.replace(/\.tsx?$/, '.js') : args.path, external: true },
    );
  },
};

async function buildServerPackage(name: string, force: boolean): Promise<boolean> {
  const source = path.join(ROOT, name, 'src');
  const target = path.join(ROOT, name, 'dist');
  const stamp = path.join(target, '.built');
  const files = (await filesBelow(source)).filter(isSource);
  if (!force && (await builtAt(stamp)) > (await newest(files))) return false;

  await rm(target, { recursive: true, force: true });
  await build({
    entryPoints: files,
    outbase: source,
    outdir: target,
    bundle: true,
    plugins: [keepImports],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  });
  await mkdir(target, { recursive: true });
  await writeFile(stamp, await hashOf(files));
  return true;
}

/** Of names and contents: a process tells by it whether what another one has left is of the same code. */
async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) hash.update(path.relative(ROOT, file)).update(await readFile(file));
  return hash.digest('hex');
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed`))));
  });
}

async function buildWeb(force: boolean): Promise<boolean> {
  const web = path.join(ROOT, 'web');
  const stamp = path.join(web, 'dist', '.built');
  const top = (await readdir(web, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(web, entry.name));
  const sources = [
    ...top,
    ...(await filesBelow(path.join(web, 'src'))),
    ...(await filesBelow(path.join(web, 'public'))),
  ];
  if (!force && (await builtAt(stamp)) > (await newest(sources.filter((file) => !/\.test\.tsx?$/.test(file))))) {
    return false;
  }
  await run('npm', ['run', 'build', '--workspace', '@volant/web']);
  await writeFile(stamp, '');
  return true;
}

/** Brings every build up to date. */
async function buildAll(force: boolean): Promise<void> {
  const started = Date.now();
  const built: string[] = [];
  for (const name of SERVER_PACKAGES) {
    if (await buildServerPackage(name, force)) built.push(name);
  }
  if (await buildWeb(force)) built.push('web');
  // Not on stdout: what a command prints after the build may be for another program to read.
  if (built.length > 0) console.error(`Built ${built.join(', ')} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

await buildAll(process.argv.includes('--force'));
