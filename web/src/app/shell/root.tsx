import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { Outlet, useHref, useNavigate } from 'react-router';
import { OfflineNotice } from './offline-notice.tsx';
import { useScroll } from './use-scroll.ts';
import { useUserRefresh } from './use-user-refresh.ts';
import './shell.css';

/** Around every screen: links inside menus, the scroll position, the signed-in person kept fresh. */
export function Root() {
  const navigate = useNavigate();
  const offline = useUserRefresh();
  useScroll();
  return (
    <AriaRouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      {offline && <OfflineNotice />}
      <Outlet />
    </AriaRouterProvider>
  );
}
