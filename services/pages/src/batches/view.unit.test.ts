import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { expect, it } from 'vitest';
import { batchStream } from './domain.ts';
import { applyToBatches, BATCHES_VIEW } from './view.ts';

const at = '2026-11-20T09:00:00.000Z';

it('the declared shape of documents is that of batches', async () => {
  const steps = commitsOf(batchStream('s1'), [
    { type: 'SeriesMade', data: { uids: ['u1', 'u2'], note: 'Été 2', madeAt: at } },
    { type: 'CardsMarked', data: { stage: 'PRINTED', numbers: [2] } },
    { type: 'NoteChanged', data: { note: 'Hiver' } },
  ]).map((commit) => (views: WritableViews) => applyToBatches(views.view(BATCHES_VIEW), commit));
  expect(BATCHES_VIEW.shape).toBe(await shapeOfView(BATCHES_VIEW, steps));
});
