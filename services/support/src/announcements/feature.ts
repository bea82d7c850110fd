import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import { takeChange } from '@volant/infra/cache/change-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { featureView } from '@volant/infra/features/feature';
import { guarded } from '@volant/infra/graphql/guarded';
import { byStaff } from '../message/by-staff.ts';
import { type CommandPorts, repeatable, type StaffCaller } from '../message/commands/message-commands.ts';
import type { SupportFeature } from '../message/support-feature.ts';
import type { AnnouncementResolvers, MutationResolvers, QueryResolvers } from '../schema.generated.ts';
import {
  type AnnouncementCommand,
  type AnnouncementContent,
  type AnnouncementForm,
  announcementCodec,
  announcementDecider,
  announcementStream,
  parseAnnouncement,
} from './domain.ts';
import errorTexts from './errors.json' with { type: 'json' };
import {
  ANNOUNCEMENTS_VIEW,
  type AnnouncementDocument,
  announcementsFor,
  applyToAnnouncements,
  findAnnouncement,
  listAnnouncements,
  mostAnnounced,
} from './view.ts';

/** That people see at the same time. Several processes at once may exceed it by one each. */
export const ANNOUNCED_AT_ONCE = 3;
/** By one person. */
export const CHANGES_PER_HOUR = 60;

/** @throws DomainError TOO_MANY_ANNOUNCEMENTS, TOO_MANY_CHANGES, and those of the content */
function createAnnouncement(ports: CommandPorts, form: AnnouncementForm, caller: StaffCaller) {
  const data = parseAnnouncement(form, ports.clock());
  const id = repeatable(ports, caller, 'announcement', JSON.stringify(form));
  return ports.inTurn(() => send(ports, id, { type: 'CreateAnnouncement', data }, caller, { form, content: data }));
}

/** @throws DomainError ANNOUNCEMENT_NOT_FOUND, ANNOUNCEMENT_OVER, and those of `createAnnouncement` */
function changeAnnouncement(ports: CommandPorts, id: string, form: AnnouncementForm, caller: StaffCaller) {
  const now = ports.clock();
  const content = parseAnnouncement(form, now);
  const data = { content, at: now.toISOString() };
  return ports.inTurn(() => send(ports, id, { type: 'ChangeAnnouncement', data }, caller, { form, content }));
}

/** @throws DomainError ANNOUNCEMENT_NOT_FOUND, TOO_MANY_CHANGES */
function endAnnouncement(ports: CommandPorts, id: string, caller: StaffCaller) {
  return send(ports, id, { type: 'EndAnnouncement', data: { at: ports.clock().toISOString() } }, caller);
}

async function send(
  ports: CommandPorts,
  id: string,
  command: AnnouncementCommand,
  caller: StaffCaller,
  saved?: { readonly form: AnnouncementForm; readonly content: AnnouncementContent },
): Promise<AnnouncementDocument> {
  const { eventStore, clock, newId, waitForViews, viewStore, cache } = ports;
  const { userId: actor, correlationId } = caller;
  async function admit() {
    if (saved !== undefined && (await mostAnnounced(viewStore, id, saved.content)) >= ANNOUNCED_AT_ONCE) {
      throw new DomainError('TOO_MANY_ANNOUNCEMENTS', { limit: ANNOUNCED_AT_ONCE });
    }
    await takeChange(cache, `announcements:${actor}`, CHANGES_PER_HOUR);
  }
  const context = {
    // Of the form, because a retry comes at another time.
    commandId: repeatable(ports, caller, command.type, id, JSON.stringify(saved?.form ?? {})),
    meta: { actor, correlationId },
    ...{ at: clock(), admit },
  };
  const stream = announcementStream(id);
  const done = await handleCommand(eventStore, announcementDecider, announcementCodec, stream, command, context, newId);
  if (done.position !== undefined) await waitForViews(done.position);
  const document = await findAnnouncement(viewStore, id);
  if (document === undefined) throw new DomainError('UNAVAILABLE', {}, 2);
  return document;
}

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
