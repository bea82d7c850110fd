import { ErrorLink } from '@apollo/client/link/error';
import { mayReload } from '../browser/reload-once.ts';
import { isOtherBuild, isQuery } from './retry-link.ts';

/**
 * After a deploy a tab may still run the old client, whose operations the server no longer has:
 * the page is loaded anew, once. A change is not, as what was typed might go with it; it says that
 * it failed, and the next thing that is read brings the new client.
 */
export function createOtherBuildLink(reload: () => void): ErrorLink {
  return new ErrorLink(({ error, operation }) => {
    if (!isOtherBuild(error) || !isQuery(operation)) return;
    if (mayReload()) reload();
  });
}
