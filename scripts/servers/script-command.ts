import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { HERE } from './tools.ts';

/** As an address: the servers are started from folders in which Node would not find it by its name. */
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** How a server written in this folder is run. */
export function scriptCommand(script: string, ...args: readonly string[]): [string, ...string[]] {
  return [process.execPath, '--import', TSX, path.join(HERE, script), ...args];
}
