import { isUser } from '../../api/roles.ts';
import { screen } from '../../app/screen.ts';
import type { EditorQueryVariables } from './editor-page.generated.ts';

export const editorScreen = screen({
  path: '/editor/:id',
  audience: isUser,
  document: 'shell',
  texts: ['editing', 'page'],
  query: { operation: 'Editor', variables: { id: ':id' } satisfies EditorQueryVariables },
  load: () => import('./editor-page.tsx'),
});
