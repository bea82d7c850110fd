import { commitsOf } from '@volant/infra/testing/commits';
import { shapeOfView } from '@volant/infra/testing/shape-of-view';
import type { WritableViews } from '@volant/infra/views/view-store';
import { expect, it } from 'vitest';
import { announcementStream } from './domain.ts';
import { ANNOUNCEMENTS_VIEW, applyToAnnouncements } from './view.ts';

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
