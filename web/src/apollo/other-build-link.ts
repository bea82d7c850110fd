import { ErrorLink } from '@apollo/client/link/error';
import { mayReload } from '../browser/reload-once.ts';
import { isOtherBuild, isQuery } from './retry-link.ts';

/**
 * After a deploy a tab may still run the old client, whose operations the server no longer has: reload the page,
 * once. A failed mutation does not reload, because typed input might be lost; it reports the failure, and the next
 * query loads the new client.
 */
export function createOtherBuildLink(reload: () => void): ErrorLink {
  return new ErrorLink(({ error, operation }) => {
    if (!isOtherBuild(error) || !isQuery(operation)) return;
    if (mayReload()) reload();
  });
}
