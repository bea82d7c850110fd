import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '@volant/infra/process/settings/server-errors';
import { isBuilt, programOf } from '@volant/infra/process/thread/program-of';

/** Folder of the data directory that holds what a drill restores. */
export const DRILL_DIRECTORY = 'offsite-drill';
const PROGRAM = programOf(new URL('../import.ts', import.meta.url));
const WITHIN_MS = 2 * 60 * 60 * 1000;
/** Rows are larger on the disk than in the backup. */
const EXPANDED = 3;

/** Restores the backup below a directory. Rejects with a sentence if it is not whole. */
export type Drill = (directory: string, signal: AbortSignal) => Promise<void>;

export interface DrillSettings {
  readonly url: string;
  readonly megabytes: number;
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs the command that an operator would use, in a process of its own. */
export function createDrill({ url, megabytes, environment }: DrillSettings): Drill {
  return async (directory, signal) => {
    await mkdir(directory, { mode: 0o700 });
    const { bavail, bsize } = await statfs(directory);
    const free = (bavail * bsize) / 1_000_000;
    if (free < megabytes * EXPANDED) {
      const needed = `${megabytes * EXPANDED} MB`;
      throw new OperatorError(
        `a drill may need ${needed} of free disk (VOLANT_OFFSITE_DRILL_MEGABYTES times ${EXPANDED})`,
      );
    }
    const args = ['--from', url, '--at-most', String(megabytes)];
    const child = spawn(process.execPath, [...(isBuilt ? [] : ['--import', 'tsx']), fileURLToPath(PROGRAM), ...args], {
      env: { ...environment, VOLANT_DATA_DIR: path.join(directory, 'product'), VOLANT_LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
      killSignal: 'SIGKILL',
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString()}`.slice(-1_000);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new OperatorError(complaint.trim().split('\n').at(-1) ?? `it ended with ${code}`);
  };
}
