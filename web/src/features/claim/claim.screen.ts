import { isUser } from '../../api/roles.ts';
import { screen } from '../../app/screen.ts';

export const claimScreen = screen({
  path: '/claim',
  audience: isUser,
  document: 'shell',
  texts: ['claiming'],
  load: () => import('./claim-page.tsx'),
});
