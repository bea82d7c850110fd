import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const WRITER = fileURLToPath(new URL('../../standalone/src/testing/write-many-cards.ts', import.meta.url));

/** Writes cards that are filled in, as many accounts and as many messages into a data directory that has none. */
export async function writeCards(data: string, count: number): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', WRITER, data, String(count)]);
}
