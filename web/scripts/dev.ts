/**
 * `npm run dev`: the product from its sources. Vite refreshes screens in place, and tsx restarts the server when its
 * code or the bundle that renders public pages changes. The data stay.
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WEB = `${ROOT}web`;
/** Files that the server reads, but does not import. */
const READ = ['services/*/schema.graphql', 'gateway/*.graphql', 'web/dist/server/render.js'];

// The server-rendered documents name files of the built client.
const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const watched = { logLevel: 'warn', build: { watch: {}, emptyOutDir: false } } as const;
for (const bundle of ['public-script', 'server']) {
  const watcher = await build({ configFile: `${WEB}/vite.${bundle}.config.ts`, ...watched });
  // The server starts after the first bundle, which would restart it at once.
  if (!('on' in watcher)) continue;
  await new Promise<void>((resolve) => {
    watcher.on('event', ({ code }) => {
      if (code === 'END') resolve();
    });
  });
}
const client = await createServer({ configFile: `${WEB}/vite.config.ts` });
await client.listen();
client.printUrls();

const server = spawn(
  `${ROOT}node_modules/.bin/tsx`,
  ['watch', '--clear-screen=false', ...READ.map((files) => `--include=${files}`), 'standalone/src/main.ts'],
  // In a process group of its own: a second signal from the terminal would make tsx kill the server.
  { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], detached: true },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill());
server.once('exit', (code) => process.exit(code ?? 0));
