import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The packages whose code makes views. */
const PACKAGES = ['proto', 'infra', 'services/identity', 'services/pages', 'services/support', 'gateway'];
const ROOT = new URL('../../', import.meta.url);
const IS_BUILT = fileURLToPath(import.meta.url).endsWith('.js');

/** Tells one build of the code that makes views from another, by what the build has noted; undefined for what is not built. */
export async function buildOfThis(): Promise<string | undefined> {
  if (!IS_BUILT) return undefined;
  const hash = createHash('sha256').update(process.versions.v8);
  for (const name of PACKAGES) {
    const built = await readFile(new URL(`${name}/dist/.built`, ROOT), 'utf8').catch(() => '');
    if (built === '') return undefined;
    hash.update(built);
  }
  return hash.digest('hex');
}
