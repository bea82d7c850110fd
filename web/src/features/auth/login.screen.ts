import { screen } from '../../app/screen.ts';

export const loginScreen = screen({
  path: '/login',
  audience: 'guests',
  document: 'form',
  texts: ['access'],
  load: () => import('./login-page.tsx'),
});
