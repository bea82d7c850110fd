import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { expect, it } from 'vitest';
import { cannedReplyStream } from './domain.ts';
import { applyToCannedReplies, CANNED_REPLIES_VIEW } from './view.ts';

const texts = [{ language: 'fr', text: 'Bonjour' }];

it('the declared shape of documents is that of canned replies', async () => {
  const steps = commitsOf(cannedReplyStream('c1'), [
    { type: 'CannedReplySaved', data: { name: 'Lost card', texts } },
    { type: STREAM_ERASED, data: {} },
  ]).map((commit) => (views: WritableViews) => applyToCannedReplies(views.view(CANNED_REPLIES_VIEW), commit));
  expect(CANNED_REPLIES_VIEW.shape).toBe(await shapeOfView(CANNED_REPLIES_VIEW, steps));
});
