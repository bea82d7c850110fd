import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { expect, it } from 'vitest';
import { announcementStream } from '../announcement/events.ts';
import { cannedReplyStream } from '../canned-reply/events.ts';
import { ANNOUNCEMENTS_VIEW, applyToAnnouncements } from './announcements/announcements.ts';
import { applyToCannedReplies, CANNED_REPLIES_VIEW } from './canned-replies/canned-replies.ts';

const texts = [{ language: 'fr', text: 'Bonjour' }];

it('the declared shape of documents is that of announcements', async () => {
  const [from, end] = ['2026-12-01T10:00:00.000Z', '2026-12-06T03:00:00.000Z'];
  const data = { texts, from, end, audience: 'EVERYBODY', level: 'IMPORTANT' };
  const steps = commitsOf(announcementStream('a1'), [
    { type: 'AnnouncementSaved', data },
    { type: 'AnnouncementSaved', data: { ...data, level: 'INFORMATION' } },
    { type: 'AnnouncementEnded', data: { endedAt: '2026-12-03T10:00:00.000Z' } },
  ]).map((commit) => (views: WritableViews) => applyToAnnouncements(views.view(ANNOUNCEMENTS_VIEW), commit));
  expect(ANNOUNCEMENTS_VIEW.shape).toBe(await shapeOfView(ANNOUNCEMENTS_VIEW, steps));
});

it('the declared shape of documents is that of canned replies', async () => {
  const steps = commitsOf(cannedReplyStream('c1'), [
    { type: 'CannedReplySaved', data: { name: 'Lost card', texts } },
    { type: STREAM_ERASED, data: {} },
  ]).map((commit) => (views: WritableViews) => applyToCannedReplies(views.view(CANNED_REPLIES_VIEW), commit));
  expect(CANNED_REPLIES_VIEW.shape).toBe(await shapeOfView(CANNED_REPLIES_VIEW, steps));
});
