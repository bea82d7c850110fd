import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { HERE } from './tools.ts';

/** An absolute address, because the servers start in folders from which Node would not resolve the name. */
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** The command that runs a TypeScript server of this folder. */
export function scriptCommand(script: string, ...args: readonly string[]): [string, ...string[]] {
  return [process.execPath, '--import', TSX, path.join(HERE, script), ...args];
}
