import { Outlet } from 'react-router';
import { OfflineNotice } from './offline-notice.tsx';
import { useLoginAfter401 } from './use-login-after-401.ts';
import { useScroll } from './use-scroll.ts';
import { useUserRefresh } from './use-user-refresh.ts';
import './shell.css';

/** Wraps every screen: restores the scroll position and refreshes the user. */
export function Root() {
  const offline = useUserRefresh();
  useScroll();
  useLoginAfter401();
  return (
    <>
      {offline && <OfflineNotice />}
      <Outlet />
    </>
  );
}
