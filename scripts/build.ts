/**
 * Builds outdated programs of the server, bundled with their libraries, into the `dist` of their packages
 * (docs/adr/measured.md), and the web client with Vite. `--force` builds everything.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { LEFT_OUT } from './images/left-out.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REQUIRE_NODE = fileURLToPath(new URL('require-node.cjs', import.meta.url));
/** Packages whose sources are bundled into the programs. */
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
const COMMANDS = [
  'rebuild',
  'superadmin',
  'second-factor',
  'demo',
  'migrate',
  'dead-letters',
  'replay',
  'export',
  'import',
  'keys',
];
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  infra: ['database-thread', 'analytics-engine'],
  'services/identity': ['main'],
  'services/pages': ['main'],
  'services/support': ['main', 'mail-thread'],
  'services/analytics': ['main'],
  gateway: ['main'],
  standalone: ['main', ...COMMANDS],
};
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

const isSource = (file: string) => /\.(?:tsx?|json)$/.test(file) && !/\.test\.tsx?$/.test(file);

/** Rewrites places of our files relative to the program, so that it finds its schemas and migrations. */
function ownPlaces(target: string): Plugin {
  return {
    name: 'own-places',
    setup(pluginBuild) {
      pluginBuild.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
        const place = `new URL(${JSON.stringify(path.relative(target, file))}, import.meta.url).href`;
        return { contents: (await readFile(file, 'utf8')).replaceAll('import.meta.url', place), loader: 'ts' };
      });
    },
  };
}

/**
 * Leaves out source maps of libraries: each start would read them, although only library frames of stacks need them.
 */
const withoutMaps: Plugin = {
  name: 'without-maps',
  setup(pluginBuild) {
    const map = Buffer.from(JSON.stringify({ version: 3, sources: [''], mappings: 'AAAA' })).toString('base64');
    pluginBuild.onLoad({ filter: /node_modules\/.*\.[cm]?js$/ }, async ({ path: file }) => ({
      contents: `${await readFile(file, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${map}`,
      loader: 'js',
    }));
  },
};

async function buildPrograms(name: string, hash: string): Promise<void> {
  const source = path.join(ROOT, name, 'src');
  const target = path.join(ROOT, name, 'dist');
  await rm(target, { recursive: true, force: true });
  await build({
    entryPoints: (PROGRAMS[name] ?? []).map((program) => path.join(source, `${program}.ts`)),
    outdir: target,
    bundle: true,
    splitting: true,
    external: LEFT_OUT,
    plugins: [ownPlaces(target), withoutMaps],
    // CommonJS dependencies call `require`, which ES modules lack.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    inject: [REQUIRE_NODE],
    define: { VOLANT_BUILD: JSON.stringify(hash) },
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // V8 keeps the sources, in two bytes a character if a comment has one that is not Latin-1: 25 MB of each process.
    minifyWhitespace: true,
    legalComments: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
}

async function buildServer(force: boolean): Promise<boolean> {
  const below = await Promise.all(SERVER_PACKAGES.map((name) => filesBelow(path.join(ROOT, name, 'src'))));
  const files = [
    ...below.flat().filter(isSource),
    path.join(ROOT, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ];
  const stamp = path.join(ROOT, 'standalone/dist/.built');
  if (!force && (await builtAt(stamp)) > (await newest(files))) return false;

  const hash = await hashOf(files);
  await Promise.all(Object.keys(PROGRAMS).map((name) => buildPrograms(name, hash)));
  await run('npx', ['--no-install', 'tsx', 'standalone/src/api-docs.ts', '--build']);
  await writeFile(stamp, '');
  return true;
}

/**
 * Hash of names and contents. A process uses it to tell whether data left by another process came from the same code.
 */
async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) hash.update(path.relative(ROOT, file)).update(await readFile(file));
  return hash.digest('hex');
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // Override the shell's setting: React's development code does not work with its production code.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
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
    ...(await filesBelow(path.join(ROOT, 'proto/src'))),
    ...(await filesBelow(path.join(web, 'public'))),
  ];
  if (!force && (await builtAt(stamp)) > (await newest(sources.filter((file) => !/\.test\.tsx?$/.test(file))))) {
    return false;
  }
  await run('npm', ['run', 'build', '--workspace', '@volant/web']);
  await writeFile(stamp, '');
  return true;
}

async function buildAll(force: boolean): Promise<void> {
  const started = Date.now();
  const built: string[] = [];
  if (await buildServer(force)) built.push('server');
  if (await buildWeb(force)) built.push('web');
  // Not on stdout: the output of a command that runs after the build may be piped to another program.
  if (built.length > 0) console.error(`Built ${built.join(', ')} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

await buildAll(process.argv.includes('--force'));
