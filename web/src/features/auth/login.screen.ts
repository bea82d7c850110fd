import { screen } from '../../app/screen.ts';

export const loginScreen = screen({
  path: '/login',
  audience: 'guests',
  document: 'form',
  texts: ['reading'],
  load: () => import('./login-page.tsx'),
});
