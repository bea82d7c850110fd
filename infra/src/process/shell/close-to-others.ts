import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Restricts a directory and its contents to the owner. Others cannot reach the contents of a closed directory, so only
 * a directory found open is walked.
 * @throws the system's error if this user may not change it
 */
export async function closeToOthers(directory: string): Promise<void> {
  const { mode } = await lstat(directory);
  if ((mode & OTHERS) === 0) return;
  // Closes the directory first, so that its contents become unreachable at once.
  await chmod(directory, mode & 0o7700);
  await closeContents(directory);
}

async function closeContents(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    // A link's mode does not apply to its target, and the target is not ours to change.
    if (entry.isSymbolicLink()) continue;
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) {
      await closeToOthers(file);
      continue;
    }
    const { mode } = await lstat(file);
    if ((mode & OTHERS) !== 0) await chmod(file, mode & 0o7700);
  }
}
