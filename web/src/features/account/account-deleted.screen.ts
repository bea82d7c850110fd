import { screen } from '../../app/screen.ts';

export const accountDeletedScreen = screen({
  path: '/account-deleted',
  audience: 'everybody',
  document: { title: 'account.deletedTitle' },
  texts: ['account'],
  load: () => import('./account-deleted-page.tsx'),
});
