import { screen } from '../../app/screen.ts';

export const cardScreen = screen({
  path: '/d/:id',
  audience: 'everybody',
  document: { title: 'card.documentTitle' },
  texts: ['claiming', 'page'],
  load: () => import('./card-page.tsx'),
});
