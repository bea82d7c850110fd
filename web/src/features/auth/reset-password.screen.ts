import { screen } from '../../app/screen.ts';

export const resetPasswordScreen = screen({
  path: '/reset-password',
  audience: 'everybody',
  document: 'shell',
  texts: ['access'],
  example: '/reset-password?token=x',
  load: () => import('./reset-password-page.tsx'),
});
