import { screen } from '../../app/screen.ts';

export const confirmEmailScreen = screen({
  path: '/confirm-email',
  audience: 'everybody',
  document: { title: 'confirmEmail.title' },
  texts: ['access'],
  example: '/confirm-email?token=x',
  load: () => import('./mailed-link-page.tsx'),
});
