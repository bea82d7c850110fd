import { ApolloProvider } from '@apollo/client/react';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { apolloClient } from '../apollo/client.ts';
import { prepareFormat } from '../i18n/use-format.ts';

/** Around screens that read from the graph as they open. */
function WithGraph() {
  useEffect(() => {
    // They write numbers, dates or countries: what the first costs is paid while their data are on the way.
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
