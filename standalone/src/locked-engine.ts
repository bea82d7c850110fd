import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const LOCKFILE = new URL('../../package-lock.json', import.meta.url);
const lockfile = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() }).loose()) });

export interface Platform {
  readonly platform: string;
  readonly arch: string;
}

/**
 * A warning if the lockfile has no hash of the embedded ClickHouse, so that its bytes were not compared with the tested
 * ones; otherwise undefined.
 * @param lock text of package-lock.json
 */
export function engineWarning(lock: string, { platform, arch }: Platform): string | undefined {
  const { packages } = lockfile.parse(JSON.parse(lock));
  const prefix = `node_modules/@chdb/lib-${platform}-${arch}`;
  const engines = Object.entries(packages).filter(([name]) => name === prefix || name.startsWith(`${prefix}-`));
  if (engines.length > 0 && engines.every(([, { integrity }]) => integrity !== undefined)) return undefined;
  return `The database engine for ${platform}-${arch} is not locked by a hash: it is what the registry gave at the installation.`;
}

/** The warning for this machine; undefined in an image built without the lockfile. */
export async function engineWarningHere(): Promise<string | undefined> {
  const lock = await readFile(LOCKFILE, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return lock === undefined ? undefined : engineWarning(lock, process);
}
