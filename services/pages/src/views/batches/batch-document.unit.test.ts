import type { Commit } from '@volant/infra/event-store/event-store';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { expect, it } from 'vitest';
import { seriesStream } from '../../series/series.ts';
import { applyToBatches, BATCHES_VIEW } from './batch-document.ts';

const events = [
  { type: 'SeriesMade', data: { uids: ['u1', 'u2'], note: 'Été 2', madeAt: '2026-11-20T09:00:00.000Z' } },
  { type: 'CardsMarked', data: { stage: 'PRINTED', numbers: [2] } },
  { type: 'NoteChanged', data: { note: 'Hiver' } },
];
const commits: readonly Commit[] = events.map((event, index) => ({
  position: index + 1,
  streamId: seriesStream('s1'),
  version: index + 1,
  commandId: `c${index}`,
  events: [{ id: `e${index}`, schema: 1, ...event }],
  meta: { actor: 'admin', correlationId: 'test' },
  at: '2026-11-20T10:00:00.000Z',
}));

it('has the declared shape of documents', async () => {
  const steps = commits.map((commit) => (views: WritableViews) => applyToBatches(views.view(BATCHES_VIEW), commit));
  expect(BATCHES_VIEW.shape).toBe(await shapeOfView(BATCHES_VIEW, steps));
});
