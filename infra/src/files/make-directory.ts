import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const MODE = 0o777;

/**
 * Creates a directory and its missing parents. Node's `recursive` never ends below a directory that refuses new ones
 * with ENOENT, as /proc does, and occupies a thread meanwhile.
 * @returns the first directory that was created; undefined if all existed
 * @throws the system's error
 */
export async function makeDirectory(directory: string, mode = MODE): Promise<string | undefined> {
  if (await made(directory, mode)) return directory;
  if (await isDirectory(directory)) return undefined;
  const first = await makeDirectory(dirname(directory), mode);
  await mkdir(directory, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST' || !(await isDirectory(directory))) throw error;
  });
  return first ?? directory;
}

/** Whether it was created; false if it exists or its parent is missing. */
async function made(directory: string, mode: number): Promise<boolean> {
  try {
    await mkdir(directory, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isDirectory(directory))) return false;
    if (code === 'ENOENT' && !(await isDirectory(dirname(directory)))) return false;
    throw error;
  }
}

async function isDirectory(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
