import { screen } from '../../app/screen.ts';

export const tutorialScreen = screen({
  path: '/tutorial',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading'],
  load: () => import('./tutorial-page.tsx'),
});
