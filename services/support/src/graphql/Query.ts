import { requireAdministrator, requireSupport, requireViewer } from '@volant/infra/auth/guards';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import { searchWanted } from '@volant/infra/text/searchable';
import { mapPart } from '@volant/infra/views/newest-first';
import { announcementsFor, listAnnouncements } from '../views/announcements/announcements.ts';
import { shownAnnouncement } from './Announcement.ts';
import { shownMessage } from './SupportMessage.ts';
import type { QueryResolvers } from './schema.generated.ts';

export const Query = {
  supportMessages: guarded(requireSupport, async ({ filter, oldestFirst, ...paging }, context) => {
    const wanted = { stage: filter?.status ?? undefined, search: searchWanted(filter?.search) };
    const part = await context.queries.list(wanted, paging, oldestFirst ?? false);
    return mapPart(part, (record) => shownMessage(record, context));
  }),

  // The schema leaves out the handler.
  mySupportMessages: guarded(requireViewer, async (paging, context, { userId }) =>
    mapPart(await context.queries.list({ senderId: userId }, paging), (record) => shownMessage(record, context)),
  ),

  supportMessage: guarded(requireSupport, async ({ id }, context) => {
    const [record] = await context.queries.byIds([id]);
    if (record === undefined) throw new DomainError('MESSAGE_NOT_FOUND');
    return shownMessage(record, context);
  }),

  cannedReplies: guarded(requireSupport, (_, { commands }) => commands.cannedReplies()),

  announcements: guarded(requireViewer, async (_, { commands: { announcements, clock } }, viewer) =>
    (await announcementsFor(announcements, viewer, clock())).map(shownAnnouncement),
  ),

  allAnnouncements: guarded(requireAdministrator, async (_, { commands: { announcements } }) =>
    (await listAnnouncements(announcements)).map(shownAnnouncement),
  ),
} satisfies Required<QueryResolvers>;
