import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Takes a directory, and all that is in it, from everybody but its owner. What is in a directory that is closed nobody
 * else can reach, so that a closed one is not looked through: only one that was found open is.
 * @throws the system's error where this user may not change it
 */
export async function closeToOthers(directory: string): Promise<void> {
  const { mode } = await lstat(directory);
  if ((mode & OTHERS) === 0) return;
  // First the door: nobody opens what is behind it meanwhile.
  await chmod(directory, mode & 0o7700);
  await closeContents(directory);
}

async function closeContents(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    // A link says nothing of what it leads to, and that is not ours to change.
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
