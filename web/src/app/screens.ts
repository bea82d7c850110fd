import type { RouteObject } from 'react-router';
import type { TextGroup } from '../i18n/i18n.ts';
import { withTexts } from '../i18n/with-texts.ts';

type Load = () => Promise<{ readonly Component: NonNullable<RouteObject['Component']> }>;

/** A route that loads its code and texts on navigation. Its `handle` names the texts. */
function screen(path: string, texts: readonly TextGroup[], load: Load): RouteObject {
  return { path, handle: texts, lazy: () => texts.reduce((loading, group) => withTexts(group, loading), load()) };
}

/**
 * Screens with a form for guests. Their documents are server-rendered, too, and hydrate without an interaction. Keep
 * the order of everything in this file: the build follows the order of the imports.
 */
export const guestScreens = {
  login: screen('login', ['reading'], () => import('../features/auth/login-page.tsx')),
  signup: screen('signup', ['reading'], () => import('../features/auth/signup-page.tsx')),
  forgotPassword: screen('forgot-password', ['reading'], () => import('../features/auth/forgot-password-page.tsx')),
};

/** Screens that only the browser can render: for mailed links, or for signed-in users. */
export const preparedScreens = {
  resetPassword: screen('reset-password', ['reading'], () => import('../features/auth/reset-password-page.tsx')),
  claim: screen('claim', ['claiming'], () => import('../features/claim/claim-page.tsx')),
  dashboard: screen('dashboard', ['pages'], () => import('../features/dashboard/dashboard-page.tsx')),
  account: screen('account', ['account', 'editing'], () => import('../features/account/account-page.tsx')),
  editor: screen('editor/:id', ['editing'], () => import('../features/editor/editor-page.tsx')),
  admin: screen('admin', ['admin', 'pages', 'adminPages'], () => import('../features/admin/admin-page.tsx')),
  support: screen('support', ['support', 'pages'], () => import('../features/support/support-page.tsx')),
};

/** Wraps screens that query the graph when they open. */
export const withGraph = (children: RouteObject[]): RouteObject => ({
  lazy: () => import('./with-graph.tsx'),
  children,
});
