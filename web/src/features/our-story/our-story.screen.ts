import { screen } from '../../app/screen.ts';

export const ourStoryScreen = screen({
  path: '/our-story',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading'],
  load: () => import('./our-story-page.tsx'),
});
