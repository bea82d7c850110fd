import { isUser } from '../../api/roles.ts';
import { screen } from '../../app/screen.ts';

export const accountScreen = screen({
  path: '/account',
  audience: isUser,
  document: 'shell',
  texts: ['account', 'editing'],
  query: { operation: 'Account', variables: {} },
  load: () => import('./account-page.tsx'),
});
