import { cardIdOf, plainCardId, withValidEncoding } from '@volant/proto/text/card-id';
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { isAdmin, isSupport } from '../api/roles.ts';
import { withTexts } from '../i18n/with-texts.ts';
import { loadConfig } from './config.ts';
import { finishedRoutes } from './finished-routes.ts';
import { frame } from './frame.tsx';
import { requireGuest, requireRole, requireSession } from './guards.ts';
import { paths } from './paths.ts';
import { RoleGate } from './role-gate.tsx';
import { guestScreens, preparedScreens, withGraph } from './screens.ts';
import { SignedIn } from './signed-in.tsx';

const everyone: RouteObject[] = [
  guestScreens.forgotPassword,
  preparedScreens.resetPassword,
  { path: 'confirm-email', lazy: () => withTexts('reading', import('../features/auth/confirm-email-page.tsx')) },
  { path: 'cancel-email', lazy: () => withTexts('reading', import('../features/auth/cancel-email-page.tsx')) },
  { path: 'undo-email', lazy: () => withTexts('reading', import('../features/auth/undo-email-page.tsx')) },
  { path: 'account-deleted', lazy: () => withTexts('account', import('../features/account/account-deleted-page.tsx')) },
  { path: 'contact', lazy: () => withTexts('reading', import('../features/contact/contact-page.tsx')) },
];

const guests: RouteObject[] = [
  { ...guestScreens.login, loader: requireGuest },
  { ...guestScreens.signup, loader: requireGuest },
];

const signedIn: RouteObject[] = [
  { ...preparedScreens.claim, loader: requireSession },
  withGraph([
    { ...preparedScreens.dashboard, loader: requireSession },
    { ...preparedScreens.account, loader: requireSession },
    { ...preparedScreens.editor, loader: requireSession },
    { element: <RoleGate may={isAdmin} />, children: [{ ...preparedScreens.admin, loader: requireRole(isAdmin) }] },
    {
      element: <RoleGate may={isSupport} />,
      children: [{ ...preparedScreens.support, loader: requireRole(isSupport) }],
    },
  ]),
];

const routes = frame(loadConfig, {
  alone: [
    {
      path: 'd/*',
      loader: plainCardAddress,
      lazy: () => withTexts('claiming', import('../features/card-screens/card-page.tsx')),
    },
  ],
  inShell: [
    ...finishedRoutes,
    ...guests,
    ...everyone,
    { element: <SignedIn />, children: signedIn },
    { path: '*', lazy: () => import('../features/not-found/not-found-page.tsx') },
  ],
});

/** Like the server, redirects an address with extra parts after the id to the plain one. */
function plainCardAddress({ request }: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(request.url);
  const behind = pathname.slice('/d/'.length);
  if (pathname.startsWith('/d/') && plainCardId(behind) !== undefined) return null;
  const id = cardIdOf(decodeURIComponent(withValidEncoding(behind)));
  return id === undefined ? null : redirect(paths.publicPage(id) + search);
}

export function createRouter() {
  return createBrowserRouter(routes);
}

/** Resolves once the code and texts of the first screen are loaded, after any redirects by guards. */
export async function firstScreen(router: ReturnType<typeof createRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((ready) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      ready();
    });
  });
}
