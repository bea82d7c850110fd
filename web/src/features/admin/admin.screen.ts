import { isAdmin } from '../../api/roles.ts';
import { screen } from '../../app/screen.ts';
import type { BLOCK } from '../../ui/long-table-window.ts';

export const adminScreen = screen({
  path: '/admin',
  audience: isAdmin,
  document: 'shell',
  texts: ['admin', 'pages', 'adminPages'],
  query: { operation: 'AdminPages', variables: { first: 25 satisfies typeof BLOCK, filter: {} } },
  load: () => import('./admin-page.tsx'),
});
