import type { CardsQueryVariables } from '../features/cards/cards-page.generated.ts';
import type { EditorQueryVariables } from '../features/editor/editor-page.generated.ts';
import type { PageHistoryQueryVariables } from '../features/history/history-page.generated.ts';
import type { BLOCK } from '../lists/long-table-window.ts';
import { isAdmin, isSupport, isUser } from '../session/roles.ts';
import type { Screen } from './screen.ts';

const READING = { audience: 'everybody', document: 'finished', texts: ['reading'] } as const;
const POLICY = { ...READING, page: 'policies/policy-page' } as const;
const GUESTS = { audience: 'guests', document: 'form', texts: ['access'] } as const;
const MAILED = { audience: 'everybody', texts: ['access'], page: 'auth/mailed-link-page' } as const;
const SIGNED_IN = { audience: isUser, document: 'shell' } as const;
/** The id in the address. */
const PAGE = { id: ':id' } as const;

/** All screens; the server answers 404 for any other address. */
export const screens = [
  { ...READING, path: '/', texts: ['reading', 'page'], page: 'landing/landing-page' },
  { ...READING, path: '/contact-info', page: 'contact-info/contact-info-page' },
  { ...READING, path: '/our-story', page: 'our-story/our-story-page' },
  { ...READING, path: '/tutorial', page: 'tutorial/tutorial-page' },
  { ...POLICY, path: '/privacy-policy' },
  { ...POLICY, path: '/terms-of-service' },
  { ...POLICY, path: '/refund-policy' },
  { ...POLICY, path: '/shipping-policy' },
  { ...GUESTS, path: '/login', page: 'auth/login-page' },
  { ...GUESTS, path: '/signup', page: 'auth/signup-page' },
  { ...GUESTS, path: '/forgot-password', audience: 'everybody', page: 'auth/forgot-password-page' },
  {
    ...MAILED,
    path: '/reset-password',
    document: 'shell',
    example: '/reset-password?token=x',
    page: 'auth/reset-password-page',
  },
  { ...MAILED, path: '/confirm-email', document: { title: 'confirmEmail.title' }, example: '/confirm-email?token=x' },
  { ...MAILED, path: '/cancel-email', document: { title: 'cancelEmail.title' }, example: '/cancel-email?token=x' },
  { ...MAILED, path: '/undo-email', document: { title: 'undoEmail.title' }, example: '/undo-email?token=x' },
  { ...MAILED, path: '/unsubscribe', document: { title: 'unsubscribe.title' }, example: '/unsubscribe?token=x' },
  {
    path: '/account-deleted',
    audience: 'everybody',
    document: { title: 'account.deletedTitle' },
    texts: ['account'],
    page: 'account/account-deleted-page',
  },
  { ...READING, path: '/contact', document: { title: 'contact.title' }, page: 'contact/contact-page' },
  { ...SIGNED_IN, path: '/claim', texts: ['claiming', 'card'], page: 'cards/claim-page' },
  {
    ...SIGNED_IN,
    path: '/dashboard',
    texts: ['pages'],
    query: { operation: 'Dashboard', variables: {} },
    page: 'dashboard/dashboard-page',
  },
  {
    ...SIGNED_IN,
    path: '/account',
    texts: ['account', 'editing'],
    query: { operation: 'Account', variables: {} },
    page: 'account/account-page',
  },
  {
    ...SIGNED_IN,
    path: '/editor/new',
    document: { title: 'editor.titleNew' },
    texts: ['editing', 'page'],
    page: 'editor/editor-page',
  },
  {
    ...SIGNED_IN,
    path: '/editor/:id',
    texts: ['editing', 'page'],
    query: { operation: 'Editor', variables: PAGE satisfies EditorQueryVariables },
    page: 'editor/editor-page',
  },
  {
    ...SIGNED_IN,
    path: '/history/:id',
    texts: ['editing'],
    query: { operation: 'PageHistory', variables: PAGE satisfies PageHistoryQueryVariables },
    page: 'history/history-page',
  },
  {
    ...SIGNED_IN,
    path: '/cards/:id',
    texts: ['pages', 'claiming', 'card'],
    query: { operation: 'Cards', variables: PAGE satisfies CardsQueryVariables },
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
    texts: ['card'],
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
    texts: ['card', 'page'],
    page: 'cards/card-page',
  },
] as const satisfies readonly Screen[];

export type Path = (typeof screens)[number]['path'];

declare module 'react-router' {
  interface Register {
    /** Makes `href` accept the paths of the screens only. */
    pages: { [P in Path]: { params: P extends `${string}:id` ? { id: string } : Record<never, never> } };
  }
}
