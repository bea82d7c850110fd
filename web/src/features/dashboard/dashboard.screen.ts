import { isUser } from '../../api/roles.ts';
import { screen } from '../../app/screen.ts';

export const dashboardScreen = screen({
  path: '/dashboard',
  audience: isUser,
  document: 'shell',
  texts: ['pages'],
  query: { operation: 'Dashboard', variables: {} },
  load: () => import('./dashboard-page.tsx'),
});
