import { createBrowserRouter, type RouteObject } from 'react-router';
import { isAdmin, isSupport } from '../api/roles.ts';
import { loadConfig } from './config.ts';
import { requireGuest, requireRole, requireSession } from './guards.ts';
import { RoleGate } from './role-gate.tsx';
import { Root } from './shell/root.tsx';
import { RouteError } from './shell/route-error.tsx';
import { SiteShell } from './shell/site-shell.tsx';

const guests: RouteObject[] = [
  { path: 'login', loader: requireGuest, lazy: () => import('../features/auth/login-page.tsx') },
  { path: 'signup', loader: requireGuest, lazy: () => import('../features/auth/signup-page.tsx') },
];

const everyone: RouteObject[] = [
  { path: 'forgot-password', lazy: () => import('../features/auth/forgot-password-page.tsx') },
  { path: 'reset-password', lazy: () => import('../features/auth/reset-password-page.tsx') },
  { path: 'undo-email', lazy: () => import('../features/auth/undo-email-page.tsx') },
  { path: 'account-deleted', lazy: () => import('../features/account/account-deleted-page.tsx') },
  { path: 'contact', lazy: () => import('../features/contact/contact-page.tsx') },
  { path: 'contact-info', lazy: () => import('../features/contact-info/contact-info-page.tsx') },
  { path: 'our-story', lazy: () => import('../features/our-story/our-story-page.tsx') },
  { path: 'tutorial', lazy: () => import('../features/tutorial/tutorial-page.tsx') },
  { path: 'privacy-policy', lazy: () => import('../features/policies/privacy-page.tsx') },
  { path: 'terms-of-service', lazy: () => import('../features/policies/terms-page.tsx') },
  { path: 'refund-policy', lazy: () => import('../features/policies/refund-page.tsx') },
  { path: 'shipping-policy', lazy: () => import('../features/policies/shipping-page.tsx') },
];

const signedIn: RouteObject[] = [
  { path: 'dashboard', loader: requireSession, lazy: () => import('../features/dashboard/dashboard-page.tsx') },
  { path: 'account', loader: requireSession, lazy: () => import('../features/account/account-page.tsx') },
  { path: 'claim', loader: requireSession, lazy: () => import('../features/claim/claim-page.tsx') },
  { path: 'editor/:id', loader: requireSession, lazy: () => import('../features/editor/editor-page.tsx') },
  {
    element: <RoleGate may={isAdmin} />,
    children: [{ path: 'admin', loader: requireRole(isAdmin), lazy: () => import('../features/admin/admin-page.tsx') }],
  },
  {
    element: <RoleGate may={isSupport} />,
    children: [
      { path: 'support', loader: requireRole(isSupport), lazy: () => import('../features/support/support-page.tsx') },
    ],
  },
];

const routes: RouteObject[] = [
  {
    id: 'root',
    element: <Root />,
    errorElement: <RouteError />,
    // Before the first screen, so that nothing moves when the operator's settings arrive.
    loader: () => loadConfig(),
    shouldRevalidate: () => false,
    hydrateFallbackElement: <div className="boot" />,
    children: [
      { path: 'd/:id', lazy: () => import('../features/card-screens/card-page.tsx') },
      {
        element: <SiteShell />,
        children: [
          { index: true, lazy: () => import('../features/landing/landing-page.tsx') },
          ...guests,
          ...everyone,
          { lazy: () => import('./signed-in.tsx'), children: signedIn },
          { path: '*', lazy: () => import('../features/not-found/not-found-page.tsx') },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
