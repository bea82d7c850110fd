import type { Screen } from '../../app/screen.ts';

const GUESTS = { audience: 'guests', document: 'form', texts: ['access', 'credentials'] } as const;
const MAILED = { audience: 'everybody', texts: ['access'], page: 'auth/mailed-link-page' } as const;

export const auth = [
  { ...GUESTS, path: '/login', page: 'auth/login-page' },
  { ...GUESTS, path: '/signup', page: 'auth/signup-page' },
  { ...GUESTS, path: '/forgot-password', audience: 'everybody', page: 'auth/forgot-password-page' },
  {
    ...MAILED,
    path: '/reset-password',
    document: 'shell',
    example: '/reset-password?token=x',
    texts: ['access', 'credentials'],
    page: 'auth/reset-password-page',
  },
  {
    audience: 'everybody',
    texts: ['access'],
    path: '/openid',
    document: { title: 'openid.title' },
    page: 'auth/openid-page',
  },
  { ...MAILED, path: '/confirm-email', document: { title: 'confirmEmail.title' }, example: '/confirm-email?token=x' },
  { ...MAILED, path: '/cancel-email', document: { title: 'cancelEmail.title' }, example: '/cancel-email?token=x' },
  { ...MAILED, path: '/undo-email', document: { title: 'undoEmail.title' }, example: '/undo-email?token=x' },
  { ...MAILED, path: '/unsubscribe', document: { title: 'unsubscribe.title' }, example: '/unsubscribe?token=x' },
] as const satisfies readonly Screen[];
