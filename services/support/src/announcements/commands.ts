import { takeChange } from '@volant/infra/cache/change-limit';
import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { type CommandPorts, repeatable, type StaffCaller } from '../message/commands/message-commands.ts';
import {
  type AnnouncementCommand,
  type AnnouncementContent,
  type AnnouncementForm,
  announcementCodec,
  announcementDecider,
  announcementStream,
  parseAnnouncement,
} from './domain.ts';
import { type AnnouncementDocument, findAnnouncement, mostAnnounced } from './view.ts';

/** That people see at the same time. Several processes at once may exceed it by one each. */
export const ANNOUNCED_AT_ONCE = 3;
/** By one person. */
export const CHANGES_PER_HOUR = 60;

/** @throws DomainError TOO_MANY_ANNOUNCEMENTS, TOO_MANY_CHANGES, and those of the content */
export function createAnnouncement(ports: CommandPorts, form: AnnouncementForm, caller: StaffCaller) {
  const data = parseAnnouncement(form, ports.clock());
  const id = repeatable(ports, caller, 'announcement', JSON.stringify(form));
  return ports.inTurn(() => send(ports, id, { type: 'CreateAnnouncement', data }, caller, { form, content: data }));
}

/** @throws DomainError ANNOUNCEMENT_NOT_FOUND, ANNOUNCEMENT_OVER, and those of `createAnnouncement` */
export function changeAnnouncement(ports: CommandPorts, id: string, form: AnnouncementForm, caller: StaffCaller) {
  const now = ports.clock();
  const content = parseAnnouncement(form, now);
  const data = { content, at: now.toISOString() };
  return ports.inTurn(() => send(ports, id, { type: 'ChangeAnnouncement', data }, caller, { form, content }));
}

/** @throws DomainError ANNOUNCEMENT_NOT_FOUND, TOO_MANY_CHANGES */
export function endAnnouncement(ports: CommandPorts, id: string, caller: StaffCaller) {
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
