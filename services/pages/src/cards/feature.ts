import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { PagesFeature } from '../page/pages-feature.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { Mutation } from './resolvers.ts';

export const cards = {
  resolvers: { Mutation },
  errors: errorCatalogue(
    {
      PAGE_HAS_CARDS: { status: 409 },
      CARD_LIMIT_REACHED: { status: 409 },
      HANDOVER_NOT_FOUND: { status: 404 },
      HANDOVER_OWN: { status: 409 },
    },
    errorTexts,
  ),
} satisfies PagesFeature;
