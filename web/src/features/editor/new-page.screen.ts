import { isUser } from '../../api/roles.ts';
import { screen } from '../../app/screen.ts';

export const newPageScreen = screen({
  path: '/editor/new',
  audience: isUser,
  document: { title: 'editor.titleNew' },
  texts: ['editing', 'page'],
  load: () => import('./editor-page.tsx'),
});
