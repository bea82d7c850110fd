import type { LogViewDefinition } from '@volant/infra/message-log/log-view';
import { USERS_TOPIC } from '@volant/infra/message-log/topics';
import type { ProjectionDefinition } from '@volant/infra/views/projection';
import { messageOfStream } from '../support-message/support-message.ts';
import { ANNOUNCEMENTS_VIEW, applyToAnnouncements } from './announcements/announcements.ts';
import { applyToCannedReplies, CANNED_REPLIES_VIEW } from './canned-replies/canned-replies.ts';
import { applyToInbox, INBOX_VIEW } from './inbox/inbox-document.ts';
import { applyToStaff, STAFF_VIEW } from './staff/staff.ts';

export const INBOX_PROJECTION: ProjectionDefinition = {
  name: INBOX_VIEW.name,
  views: [INBOX_VIEW, CANNED_REPLIES_VIEW, ANNOUNCEMENTS_VIEW],
  async apply(commit, views) {
    await applyToInbox(views.view(INBOX_VIEW), commit);
    await applyToCannedReplies(views.view(CANNED_REPLIES_VIEW), commit);
    await applyToAnnouncements(views.view(ANNOUNCEMENTS_VIEW), commit);
  },
  readAhead: (commits, views) =>
    views.view(INBOX_VIEW).getMany(commits.flatMap(({ streamId }) => messageOfStream(streamId) ?? [])),
};

export const STAFF_LOG_VIEW: LogViewDefinition = {
  view: STAFF_VIEW,
  topic: USERS_TOPIC.name,
  apply: (record, views) => applyToStaff(views.view(STAFF_VIEW), record),
};
