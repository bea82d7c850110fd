import { ApolloProvider } from '@apollo/client/react';
import { Outlet } from 'react-router';
import { apolloClient } from '../apollo/client.ts';

/** Around screens that read from the graph as they open. */
function WithGraph() {
  return (
    <ApolloProvider client={apolloClient}>
      <Outlet />
    </ApolloProvider>
  );
}

export { WithGraph as Component };
