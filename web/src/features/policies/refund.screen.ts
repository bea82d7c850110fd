import { screen } from '../../app/screen.ts';

export const refundScreen = screen({
  path: '/refund-policy',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading'],
  load: () => import('./policy-page.tsx'),
});
