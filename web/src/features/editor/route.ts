import { PAGE, type Screen, SIGNED_IN } from '../../app/screen.ts';
import type { EditorQueryVariables } from './editor-page.generated.ts';

export const editor = [
  // Before the editor of a page, whose pattern its address matches, too.
  {
    ...SIGNED_IN,
    path: '/editor/new',
    document: { title: 'editor.titleNew' },
    texts: ['editing', 'page'],
    page: 'editor/editor-page',
  },
  {
    ...SIGNED_IN,
    path: '/editor/:id',
    texts: ['editing', 'page'],
    query: { operation: 'Editor', variables: PAGE satisfies EditorQueryVariables },
    page: 'editor/editor-page',
  },
] as const satisfies readonly Screen[];
