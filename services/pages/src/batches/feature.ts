import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { featureView } from '@volant/infra/features/feature';
import type { PagesFeature } from '../page/pages-feature.ts';
import { BATCH_OCCURRENCES } from './commands.ts';
import { batchCodec } from './domain.ts';
import { BATCH_RESOLVERS } from './resolvers.ts';
import { applyToBatches, BATCHES_VIEW } from './view.ts';

export const batches = {
  resolvers: BATCH_RESOLVERS,
  errors: await errorCatalogue(
    {
      QUANTITY_OUT_OF_RANGE: { status: 400, field: 'quantity' },
      WORKBOOK_NOT_FOUND: { status: 404 },
      BATCH_NOT_FOUND: { status: 404 },
    },
    (language) => import(`./texts/errors.${language}.json`, { with: { type: 'json' } }),
  ),
  events: [batchCodec],
  views: [featureView(BATCHES_VIEW, applyToBatches)],
  occurrences: BATCH_OCCURRENCES,
} satisfies PagesFeature;
