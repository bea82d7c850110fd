import { isAdmin, isSupport, isUser } from '../api/roles.ts';
import type { CardsQueryVariables } from '../features/cards/cards-page.generated.ts';
import type { EditorQueryVariables } from '../features/editor/editor-page.generated.ts';
import type { PageHistoryQueryVariables } from '../features/history/history-page.generated.ts';
import type { BLOCK } from '../ui/long-table-window.ts';
import type { Screen } from './screen.ts';

/** All screens; the server answers 404 for any other address. */
export const screens = [
  {
    path: '/',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading', 'page'],
    page: 'landing/landing-page',
  },
  {
    path: '/contact-info',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading'],
    page: 'contact-info/contact-info-page',
  },
  {
    path: '/our-story',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading'],
    page: 'our-story/our-story-page',
  },
  {
    path: '/tutorial',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading'],
    page: 'tutorial/tutorial-page',
  },
  {
    path: '/privacy-policy',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading'],
    page: 'policies/policy-page',
  },
  {
    path: '/terms-of-service',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading'],
    page: 'policies/policy-page',
  },
  {
    path: '/refund-policy',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading'],
    page: 'policies/policy-page',
  },
  {
    path: '/shipping-policy',
    audience: 'everybody',
    document: 'finished',
    texts: ['reading'],
    page: 'policies/policy-page',
  },
  {
    path: '/login',
    audience: 'guests',
    document: 'form',
    texts: ['access'],
    page: 'auth/login-page',
  },
  {
    path: '/signup',
    audience: 'guests',
    document: 'form',
    texts: ['access'],
    page: 'auth/signup-page',
  },
  {
    path: '/forgot-password',
    audience: 'everybody',
    document: 'form',
    texts: ['access'],
    page: 'auth/forgot-password-page',
  },
  {
    path: '/reset-password',
    audience: 'everybody',
    document: 'shell',
    texts: ['access'],
    example: '/reset-password?token=x',
    page: 'auth/reset-password-page',
  },
  {
    path: '/confirm-email',
    audience: 'everybody',
    document: { title: 'confirmEmail.title' },
    texts: ['access'],
    example: '/confirm-email?token=x',
    page: 'auth/mailed-link-page',
  },
  {
    path: '/cancel-email',
    audience: 'everybody',
    document: { title: 'cancelEmail.title' },
    texts: ['access'],
    example: '/cancel-email?token=x',
    page: 'auth/mailed-link-page',
  },
  {
    path: '/undo-email',
    audience: 'everybody',
    document: { title: 'undoEmail.title' },
    texts: ['access'],
    example: '/undo-email?token=x',
    page: 'auth/mailed-link-page',
  },
  {
    path: '/unsubscribe',
    audience: 'everybody',
    document: { title: 'unsubscribe.title' },
    texts: ['access'],
    example: '/unsubscribe?token=x',
    page: 'auth/mailed-link-page',
  },
  {
    path: '/account-deleted',
    audience: 'everybody',
    document: { title: 'account.deletedTitle' },
    texts: ['account'],
    page: 'account/account-deleted-page',
  },
  {
    path: '/contact',
    audience: 'everybody',
    document: { title: 'contact.title' },
    texts: ['reading'],
    page: 'contact/contact-page',
  },
  {
    path: '/claim',
    audience: isUser,
    document: 'shell',
    texts: ['claiming'],
    page: 'claim/claim-page',
  },
  {
    path: '/dashboard',
    audience: isUser,
    document: 'shell',
    texts: ['pages'],
    query: { operation: 'Dashboard', variables: {} },
    page: 'dashboard/dashboard-page',
  },
  {
    path: '/account',
    audience: isUser,
    document: 'shell',
    texts: ['account', 'editing'],
    query: { operation: 'Account', variables: {} },
    page: 'account/account-page',
  },
  {
    path: '/editor/new',
    audience: isUser,
    document: { title: 'editor.titleNew' },
    texts: ['editing', 'page'],
    page: 'editor/editor-page',
  },
  {
    path: '/editor/:id',
    audience: isUser,
    document: 'shell',
    texts: ['editing', 'page'],
    query: { operation: 'Editor', variables: { id: ':id' } satisfies EditorQueryVariables },
    page: 'editor/editor-page',
  },
  {
    path: '/history/:id',
    audience: isUser,
    document: 'shell',
    texts: ['editing'],
    query: { operation: 'PageHistory', variables: { id: ':id' } satisfies PageHistoryQueryVariables },
    page: 'history/history-page',
  },
  {
    path: '/cards/:id',
    audience: isUser,
    document: 'shell',
    texts: ['pages', 'claiming'],
    query: { operation: 'Cards', variables: { id: ':id' } satisfies CardsQueryVariables },
    page: 'cards/cards-page',
  },
  {
    path: '/handover',
    audience: 'everybody',
    document: { title: 'handover.title' },
    texts: ['claiming'],
    example: '/handover?token=x.y',
    page: 'cards/handover-page',
  },
  {
    path: '/report/:id',
    audience: 'everybody',
    document: { title: 'report.title' },
    texts: ['access'],
    page: 'report/report-page',
  },
  {
    path: '/admin',
    audience: isAdmin,
    document: 'shell',
    texts: ['admin', 'pages', 'adminPages'],
    query: { operation: 'AdminPages', variables: { first: 25 satisfies typeof BLOCK, filter: {} } },
    page: 'admin/admin-page',
  },
  {
    path: '/support',
    audience: isSupport,
    document: 'shell',
    texts: ['support', 'pages'],
    query: { operation: 'Support', variables: { status: 'OPEN' } },
    page: 'support/support-page',
  },
  {
    path: '/d/:id',
    audience: 'everybody',
    document: { title: 'card.documentTitle' },
    texts: ['claiming', 'page'],
    page: 'card-screens/card-page',
  },
] as const satisfies readonly Screen[];

type Path = (typeof screens)[number]['path'];

declare module 'react-router' {
  interface Register {
    /** Makes `href` accept the paths of the screens only. */
    pages: { [P in Path]: { params: P extends `${string}:id` ? { id: string } : Record<never, never> } };
  }
}
