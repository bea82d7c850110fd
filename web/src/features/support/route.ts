import type { Screen } from '../../app/screen.ts';
import { isSupport } from '../../session/roles.ts';

export const support = [
  {
    path: '/support',
    audience: isSupport,
    document: 'shell',
    texts: ['support', 'pages'],
    query: { operation: 'Support', variables: { status: 'OPEN' } },
    page: 'support/support-page',
  },
] as const satisfies readonly Screen[];
