import { screen } from '../../app/screen.ts';

export const contactInfoScreen = screen({
  path: '/contact-info',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading'],
  load: () => import('./contact-info-page.tsx'),
});
