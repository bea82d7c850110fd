import { screen } from '../../app/screen.ts';

export const contactScreen = screen({
  path: '/contact',
  audience: 'everybody',
  document: { title: 'contact.title' },
  texts: ['reading'],
  load: () => import('./contact-page.tsx'),
});
