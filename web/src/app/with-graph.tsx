import { ApolloProvider } from '@apollo/client/react';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { apolloClient } from '../apollo/client.ts';
import { prepareFormat } from '../i18n/use-locale.ts';

/** Wraps screens that query the graph when they open. */
function WithGraph() {
  useEffect(() => {
    // These screens format numbers, dates or countries: pay the cost of the first `Intl` call while data load.
    const timer = setTimeout(prepareFormat);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ApolloProvider client={apolloClient}>
      <Outlet />
    </ApolloProvider>
  );
}

export { WithGraph as Component };
