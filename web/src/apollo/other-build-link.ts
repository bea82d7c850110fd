import { ErrorLink } from '@apollo/client/link/error';
import { readJson, writeJson } from '../browser/storage.ts';
import { isOtherBuild, isQuery } from './retry-link.ts';

const KEY = 'reloadedForBuild';
/** A second reload within this time would mend nothing. */
const AGAIN_AFTER_MS = 60_000;

/**
 * After a deploy a tab may still run the old client, whose operations the server no longer has:
 * the page is loaded anew, once. A change is not, as what was typed might go with it; it says that
 * it failed, and the next thing that is read brings the new client.
 */
export function createOtherBuildLink(reload: () => void): ErrorLink {
  return new ErrorLink(({ error, operation }) => {
    if (!isOtherBuild(error) || !isQuery(operation)) return;
    const last = readJson('session', KEY);
    if (typeof last === 'number' && Date.now() - last < AGAIN_AFTER_MS) return;
    const now = Date.now();
    writeJson('session', KEY, now);
    // Where nothing can be noted down, reloading might never end.
    if (readJson('session', KEY) === now) reload();
  });
}
