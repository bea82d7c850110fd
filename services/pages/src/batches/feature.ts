import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { featureView } from '@volant/infra/features/feature';
import type { PagesFeature } from '../page/pages-feature.ts';
import { BATCH_OCCURRENCES } from './commands.ts';
import { batchCodec } from './domain.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { BATCH_RESOLVERS } from './resolvers.ts';
import { applyToBatches, BATCHES_VIEW } from './view.ts';

export const batches = {
  resolvers: BATCH_RESOLVERS,
  errors: errorCatalogue(
    {
      QUANTITY_OUT_OF_RANGE: { status: 400, field: 'quantity' },
      WORKBOOK_NOT_FOUND: { status: 404 },
      BATCH_NOT_FOUND: { status: 404 },
    },
    errorTexts,
  ),
  events: [batchCodec],
  views: [featureView(BATCHES_VIEW, applyToBatches)],
  occurrences: BATCH_OCCURRENCES,
} satisfies PagesFeature;
