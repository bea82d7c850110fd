import { screen } from '../../app/screen.ts';

export const signupScreen = screen({
  path: '/signup',
  audience: 'guests',
  document: 'form',
  texts: ['access'],
  load: () => import('./signup-page.tsx'),
});
