import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { isAdmin, isSupport } from '../api/roles.ts';
import { withTexts } from '../i18n/with-texts.ts';
import { loadConfig, type RuntimeConfig } from './config.ts';
import { finishedRoutes } from './finished-routes.ts';
import { frame } from './frame.tsx';
import { requireGuest, requireRole, requireSession } from './guards.ts';
import { RoleGate } from './role-gate.tsx';
import { SignedIn } from './signed-in.tsx';

const guests: RouteObject[] = [
  { path: 'login', loader: requireGuest, lazy: () => withTexts('reading', import('../features/auth/login-page.tsx')) },
  {
    path: 'signup',
    loader: requireGuest,
    lazy: () => withTexts('reading', import('../features/auth/signup-page.tsx')),
  },
];

const everyone: RouteObject[] = [
  { path: 'forgot-password', lazy: () => withTexts('reading', import('../features/auth/forgot-password-page.tsx')) },
  { path: 'reset-password', lazy: () => withTexts('reading', import('../features/auth/reset-password-page.tsx')) },
  { path: 'undo-email', lazy: () => withTexts('reading', import('../features/auth/undo-email-page.tsx')) },
  { path: 'account-deleted', lazy: () => withTexts('account', import('../features/account/account-deleted-page.tsx')) },
  { path: 'contact', lazy: () => withTexts('reading', import('../features/contact/contact-page.tsx')) },
];

const withGraph: RouteObject[] = [
  {
    path: 'dashboard',
    loader: requireSession,
    lazy: () => withTexts('pages', import('../features/dashboard/dashboard-page.tsx')),
  },
  {
    path: 'account',
    loader: requireSession,
    lazy: () => withTexts('account', withTexts('editing', import('../features/account/account-page.tsx'))),
  },
  {
    path: 'editor/:id',
    loader: requireSession,
    lazy: () => withTexts('editing', import('../features/editor/editor-page.tsx')),
  },
  {
    element: <RoleGate may={isAdmin} />,
    children: [
      {
        path: 'admin',
        loader: requireRole(isAdmin),
        lazy: () => withTexts('admin', import('../features/admin/admin-page.tsx')),
      },
    ],
  },
  {
    element: <RoleGate may={isSupport} />,
    children: [
      {
        path: 'support',
        loader: requireRole(isSupport),
        lazy: () => withTexts('support', withTexts('pages', import('../features/support/support-page.tsx'))),
      },
    ],
  },
];

const signedIn: RouteObject[] = [
  {
    path: 'claim',
    loader: requireSession,
    lazy: () => withTexts('claiming', import('../features/claim/claim-page.tsx')),
  },
  { lazy: () => import('./with-graph.tsx'), children: withGraph },
];

const routes = frame(loadConfig, {
  alone: [{ path: 'd/:id', lazy: () => withTexts('claiming', import('../features/card-screens/card-page.tsx')) }],
  inShell: [
    ...finishedRoutes,
    ...guests,
    ...everyone,
    { element: <SignedIn />, children: signedIn },
    { path: '*', lazy: () => import('../features/not-found/not-found-page.tsx') },
  ],
});

/** @param site what the document has brought along; asked for if not given */
export function createRouter(site?: RuntimeConfig) {
  return createBrowserRouter(routes, site === undefined ? {} : { hydrationData: { loaderData: { root: site } } });
}

/** Has the code of the screen at the present address at hand, so that it can be shown at once. */
export async function loadScreen(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const screen = await route.lazy();
      Object.assign(route, screen, { lazy: undefined });
    }),
  );
}
