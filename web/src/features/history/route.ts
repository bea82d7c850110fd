import { PAGE, type Screen, SIGNED_IN } from '../../app/screen.ts';
import type { PageHistoryQueryVariables } from './history-page.generated.ts';

export const history = [
  {
    ...SIGNED_IN,
    path: '/history/:id',
    texts: ['editing', 'claiming'],
    query: { operation: 'PageHistory', variables: PAGE satisfies PageHistoryQueryVariables },
    page: 'history/history-page',
  },
] as const satisfies readonly Screen[];
