import { screen } from '../../app/screen.ts';

export const undoEmailScreen = screen({
  path: '/undo-email',
  audience: 'everybody',
  document: { title: 'undoEmail.title' },
  texts: ['access'],
  example: '/undo-email?token=x',
  load: () => import('./mailed-link-page.tsx'),
});
