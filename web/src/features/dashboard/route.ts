import { type Screen, SIGNED_IN } from '../../app/screen.ts';

export const dashboard = [
  {
    ...SIGNED_IN,
    path: '/dashboard',
    texts: ['pages'],
    query: { operation: 'Dashboard', variables: {} },
    page: 'dashboard/dashboard-page',
  },
] as const satisfies readonly Screen[];
