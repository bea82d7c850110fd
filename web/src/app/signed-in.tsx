import { ApolloProvider } from '@apollo/client/react';
import { useRef } from 'react';
import { Navigate, Outlet } from 'react-router';
import { lastSessionEnd } from '../api/session.ts';
import { useSession } from '../api/use-session.ts';
import { apolloClient } from '../apollo/client.ts';
import { paths } from './paths.ts';

/** Around guarded screens: they have the graph, and when the session ends while one is open, it closes. */
function SignedIn() {
  const session = useSession();
  const hadSession = useRef(session !== null);
  if (session !== null) {
    return (
      <ApolloProvider client={apolloClient}>
        {/* Another person's screens are others, also where another tab signs them in. */}
        <Outlet key={session.token} />
      </ApolloProvider>
    );
  }
  const leftByChoice = hadSession.current && lastSessionEnd() === 'logout';
  return <Navigate to={leftByChoice ? paths.home : paths.login} replace />;
}

export { SignedIn as Component };
