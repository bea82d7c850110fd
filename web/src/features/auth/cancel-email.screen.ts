import { screen } from '../../app/screen.ts';

export const cancelEmailScreen = screen({
  path: '/cancel-email',
  audience: 'everybody',
  document: { title: 'cancelEmail.title' },
  texts: ['access'],
  example: '/cancel-email?token=x',
  load: () => import('./mailed-link-page.tsx'),
});
