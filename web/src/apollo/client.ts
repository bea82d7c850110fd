import { ApolloClient } from '@apollo/client';
import { ApolloLink } from '@apollo/client/link';
import { currentSession, followSession } from '../session/session.ts';
import { createCache } from './cache.ts';
import { createOtherBuildLink, retryLink, roleLink } from './links.ts';
import { serverLink } from './server-link.ts';

/** The only graph client: all reads and changes of signed-in screens go through it. */
export const apolloClient = new ApolloClient({
  cache: createCache(),
  link: ApolloLink.from([createOtherBuildLink(() => window.location.reload()), roleLink, retryLink, serverLink]),
  // Screens show cached data at once and revalidate; afterwards they follow the cache.
  defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  devtools: { enabled: import.meta.env.DEV },
});

let token = currentSession()?.token;
followSession(() => {
  const next = currentSession()?.token;
  // Never show one user's data to the next, whose screens are mounted fresh. Apollo's clearStore would wait and then
  // break queries that the next user has sent meanwhile.
  if (next !== token) void apolloClient.cache.reset({ discardWatches: true });
  token = next;
});
