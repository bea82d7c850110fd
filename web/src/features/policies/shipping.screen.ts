import { screen } from '../../app/screen.ts';

export const shippingScreen = screen({
  path: '/shipping-policy',
  audience: 'everybody',
  document: 'finished',
  texts: ['reading'],
  load: () => import('./policy-page.tsx'),
});
