import { requireAdministrator } from '@volant/infra/auth/guards';
import type { AnnouncementDocument } from '../views/announcements/announcements.ts';
import type { AnnouncementResolvers } from './schema.generated.ts';

export const Announcement = {
  // Readers do not learn who of the staff wrote it.
  changes({ changes }, _, context) {
    requireAdministrator(context);
    return changes;
  },
} satisfies AnnouncementResolvers;

export function shownAnnouncement({ _id: id, changes, ...shown }: AnnouncementDocument) {
  return { id, ...shown, changes: changes.map(({ by, ...change }) => ({ ...change, by: { id: by } })) };
}
