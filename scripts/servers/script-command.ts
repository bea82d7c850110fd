import path from 'node:path';
import { HERE } from './tools.ts';

/** How a server written in this folder is run; it may be started from any folder. */
export function scriptCommand(script: string, ...args: readonly string[]): [string, ...string[]] {
  return [process.execPath, '--import', import.meta.resolve('tsx'), path.join(HERE, script), ...args];
}
