import { screen } from '../../app/screen.ts';

export const privacyScreen = screen({
  path: '/privacy-policy',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading'],
  load: () => import('./policy-page.tsx'),
});
