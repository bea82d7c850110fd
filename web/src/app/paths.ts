/** Every address of the client, in one place. */
export const paths = {
  home: '/',
  products: '/#products',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  contact: '/contact',
  dashboard: '/dashboard',
  claim: '/claim',
  newPage: '/editor/new',
  editor: (id: string) => `/editor/${encodeURIComponent(id)}`,
  publicPage: (id: string) => `/d/${encodeURIComponent(id)}`,
} as const;

/** Every screen there is; for any other address the server answers 404. */
export const routePatterns = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/contact',
  '/dashboard',
  '/claim',
  '/editor/:id',
  '/d/:id',
] as const;
