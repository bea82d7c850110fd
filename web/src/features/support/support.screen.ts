import { isSupport } from '../../api/roles.ts';
import { screen } from '../../app/screen.ts';

export const supportScreen = screen({
  path: '/support',
  audience: isSupport,
  document: 'shell',
  texts: ['support', 'pages'],
  query: { operation: 'Support', variables: {} },
  load: () => import('./support-page.tsx'),
});
