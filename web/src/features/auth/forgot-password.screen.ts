import { screen } from '../../app/screen.ts';

export const forgotPasswordScreen = screen({
  path: '/forgot-password',
  audience: 'everybody',
  document: 'form',
  texts: ['access'],
  load: () => import('./forgot-password-page.tsx'),
});
