import { readJson, writeJson } from './storage.ts';

const KEY = 'reloadedForBuild';
/** A second reload within this time would mend nothing. */
const AGAIN_AFTER_MS = 60_000;

/**
 * Notes that the page is loaded anew because its build is no longer the server's.
 * @returns whether to do it: not where that was done a moment ago, nor where it cannot be noted and might never end
 */
export function mayReload(): boolean {
  const last = readJson('session', KEY);
  if (typeof last === 'number' && Date.now() - last < AGAIN_AFTER_MS) return false;
  const now = Date.now();
  writeJson('session', KEY, now);
  return readJson('session', KEY) === now;
}
