import { screen } from '../../app/screen.ts';

export const homeScreen = screen({
  path: '/',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading', 'page'],
  load: () => import('./landing-page.tsx'),
});
