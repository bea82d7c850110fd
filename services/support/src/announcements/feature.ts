import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { featureView } from '@volant/infra/features/feature';
import { guarded } from '@volant/infra/graphql/guarded';
import { byStaff } from '../message/by-staff.ts';
import type { SupportFeature } from '../message/support-feature.ts';
import type { AnnouncementResolvers, MutationResolvers, QueryResolvers } from '../schema.generated.ts';
import { changeAnnouncement, createAnnouncement, endAnnouncement } from './commands.ts';
import { announcementCodec } from './domain.ts';
import errorTexts from './errors.json' with { type: 'json' };
import {
  ANNOUNCEMENTS_VIEW,
  type AnnouncementDocument,
  announcementsFor,
  applyToAnnouncements,
  listAnnouncements,
} from './view.ts';

const Query = {
  announcements: guarded(requireViewer, async (_, { commands: { viewStore, clock } }, viewer) =>
    (await announcementsFor(viewStore, viewer, clock())).map(shownAnnouncement),
  ),

  allAnnouncements: guarded(requireAdministrator, async (_, { commands: { viewStore } }) =>
    (await listAnnouncements(viewStore)).map(shownAnnouncement),
  ),
} satisfies QueryResolvers;

const Mutation = {
  createAnnouncement: byStaff(requireAdministrator, async (ports, { input }, caller) =>
    shownAnnouncement(await createAnnouncement(ports, input, caller)),
  ),
  changeAnnouncement: byStaff(requireAdministrator, async (ports, { id, input }, caller) =>
    shownAnnouncement(await changeAnnouncement(ports, id, input, caller)),
  ),
  endAnnouncement: byStaff(requireAdministrator, async (ports, { id }, caller) =>
    shownAnnouncement(await endAnnouncement(ports, id, caller)),
  ),
} satisfies MutationResolvers;

const Announcement = {
  // Readers do not learn who of the staff wrote it.
  changes({ changes }, _, context) {
    requireAdministrator(context);
    return changes;
  },
} satisfies AnnouncementResolvers;

function shownAnnouncement({ _id: id, changes, ...shown }: AnnouncementDocument) {
  return { id, ...shown, changes: changes.map(({ by, ...change }) => ({ ...change, by: { id: by } })) };
}

export const announcements = {
  resolvers: { Query, Mutation, Announcement },
  errors: errorCatalogue(
    {
      ANNOUNCEMENT_NOT_FOUND: { status: 404 },
      ANNOUNCEMENT_INCOMPLETE: { status: 400, field: 'texts' },
      ANNOUNCEMENT_PERIOD: { status: 400, field: 'end' },
      ANNOUNCEMENT_OVER: { status: 409 },
      TOO_MANY_ANNOUNCEMENTS: { status: 409 },
    },
    errorTexts,
  ),
  events: [announcementCodec],
  views: [featureView(ANNOUNCEMENTS_VIEW, applyToAnnouncements)],
} satisfies SupportFeature;
