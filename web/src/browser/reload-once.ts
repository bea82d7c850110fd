import { readJson, writeJson } from './storage.ts';

const KEY = 'reloadedForBuild';
/** A second reload within this time would not help. */
const AGAIN_AFTER_MS = 60_000;

/**
 * Records a reload because the build differs from the server's.
 * @returns whether to reload: false if one happened a moment ago, or if it cannot be recorded and might loop forever
 */
export function mayReload(): boolean {
  const last = readJson('session', KEY);
  if (typeof last === 'number' && Date.now() - last < AGAIN_AFTER_MS) return false;
  const now = Date.now();
  writeJson('session', KEY, now);
  return readJson('session', KEY) === now;
}
