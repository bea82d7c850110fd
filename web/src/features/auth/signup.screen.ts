import { screen } from '../../app/screen.ts';

export const signupScreen = screen({
  path: '/signup',
  audience: 'guests',
  document: 'form',
  texts: ['reading'],
  load: () => import('./signup-page.tsx'),
});
