/**
 * Builds and tests the images of the Dockerfile without a container engine. Needs root.
 *
 * npm run images -- lay-out [folder]   executes each stage, with the images' Node
 * npm run images -- sizes [folder]     lists the size of each image and its largest packages
 * npm run images -- test [folder]      runs the main job on real servers, every process from its image; if
 *                                      Docker is available, builds and runs the real images
 */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { productVersion } from '../k8s/manifests.ts';
import { dockerAnswers } from '../servers/containers.ts';
import { run } from '../servers/tools.ts';
import { writeEngineLauncher, writeLauncher } from './launcher.ts';
import { layOut, nodeOfImages, PROCESSES, TARGETS } from './lay-out.ts';
import { rootOf } from './sandbox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MEGABYTE = 1024 * 1024;
const LARGEST = 6;
const MAIN_JOB = ['e2e/tests/main-job.e2e.test.ts', 'e2e/tests/processes.servers.e2e.test.ts'];

function bytesBelow(folder: string): number {
  const { stdout } = spawnSync('du', ['-sb', folder], { encoding: 'utf8' });
  return Number(stdout.split('\t')[0]);
}

/** The size that each image adds to the Node image, and its largest packages. */
async function sizes(folder: string): Promise<void> {
  for (const image of TARGETS) {
    const root = path.join(rootOf(folder, image), 'volant');
    const { stdout } = spawnSync(
      'sh',
      ['-c', 'du -sb node_modules/[!@]* node_modules/@*/* services/* gateway web standalone 2>/dev/null | sort -rn'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    const parts = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string])
      .slice(0, LARGEST)
      .map(([bytes, name]) => `${name.replace('node_modules/', '')} ${(Number(bytes) / MEGABYTE).toFixed(1)}`);
    console.log(`${image}: ${(bytesBelow(root) / MEGABYTE).toFixed(0)} MB; ${parts.join(', ')}`);
  }
}

/** Uses Docker if it is available, otherwise the laid-out images. */
async function launcherIn(folder: string): Promise<string> {
  if (!(await dockerAnswers())) return writeLauncher(folder, await nodeOfImages());
  await run('docker', ['buildx', 'bake', '--set', '*.platform=', '--load', ...PROCESSES], { cwd: ROOT });
  return writeEngineLauncher(folder, productVersion());
}

async function test(folder: string): Promise<void> {
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', '--project', 'servers-e2e', ...MAIN_JOB], {
    stdio: 'inherit',
    env: { ...process.env, VOLANT_TEST_LAUNCHER: await launcherIn(folder) },
  });
  if (status !== 0) process.exit(1);
}

const COMMANDS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'lay-out': (folder) => layOut(folder, console.log),
  sizes,
  test,
};

const [name = '', folder = path.join(tmpdir(), 'volant-images')] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) {
  console.error(`Say one of: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(1);
}
if (process.getuid?.() !== 0) {
  console.error('Laying images out and running from them wants to be root, as a container engine does.');
  process.exit(1);
}
command(path.resolve(folder)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
