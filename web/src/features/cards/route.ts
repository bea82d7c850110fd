import { PAGE, type Screen, SIGNED_IN } from '../../app/screen.ts';
import type { CardsQueryVariables } from './cards-page.generated.ts';

export const cards = [
  { ...SIGNED_IN, path: '/claim', texts: ['claiming', 'card'], page: 'cards/claim-page' },
  {
    ...SIGNED_IN,
    path: '/cards/:id',
    texts: ['pages', 'claiming', 'card'],
    query: { operation: 'Cards', variables: PAGE satisfies CardsQueryVariables },
    page: 'cards/cards-page',
  },
  {
    path: '/handover',
    audience: 'everybody',
    document: { title: 'handover.title' },
    texts: ['claiming'],
    example: '/handover?token=x.y',
    page: 'cards/handover-page',
  },
  {
    path: '/d/:id',
    audience: 'everybody',
    document: { title: 'card.documentTitle' },
    texts: ['card', 'page'],
    page: 'cards/card-page',
  },
] as const satisfies readonly Screen[];
