import { ApolloClient } from '@apollo/client';
import { ApolloLink } from '@apollo/client/link';
import { currentSession, followSession } from '../api/session.ts';
import { createCache } from './cache.ts';
import { createOtherBuildLink } from './other-build-link.ts';
import { retryLink } from './retry-link.ts';
import { roleLink } from './role-link.ts';
import { serverLink } from './server-link.ts';

/** The one client of the graph. What reads or changes as a signed-in person goes through it. */
export const apolloClient = new ApolloClient({
  cache: createCache(),
  link: ApolloLink.from([createOtherBuildLink(() => window.location.reload()), roleLink, retryLink, serverLink]),
  // A screen shows at once what is known and asks again; afterwards it follows the cache.
  defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  devtools: { enabled: import.meta.env.DEV },
});

let token = currentSession()?.token;
followSession(() => {
  const next = currentSession()?.token;
  // What one person has read is not for the next, whose screens are new ones. Apollo's clearStore would wait a moment
  // and then break what the next person has asked for meanwhile.
  if (next !== token) void apolloClient.cache.reset({ discardWatches: true });
  token = next;
});
