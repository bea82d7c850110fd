import { screen } from '../../app/screen.ts';

export const termsScreen = screen({
  path: '/terms-of-service',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading'],
  load: () => import('./policy-page.tsx'),
});
