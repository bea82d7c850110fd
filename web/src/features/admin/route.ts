import type { Screen } from '../../app/screen.ts';
import type { BLOCK } from '../../lists/long-table-window.ts';
import { isAdmin } from '../../session/roles.ts';

export const admin = [
  {
    path: '/admin',
    audience: isAdmin,
    document: 'shell',
    texts: ['admin', 'pages', 'adminPages'],
    query: { operation: 'AdminPages', variables: { first: 25 satisfies typeof BLOCK, filter: {} } },
    page: 'admin/admin-page',
    firstPart: 'admin/pages/pages-tab',
  },
] as const satisfies readonly Screen[];
