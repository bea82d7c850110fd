import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import type { AnnouncementContent, AnnouncementEvent } from './events.ts';

interface Commands {
  readonly CreateAnnouncement: AnnouncementContent;
  readonly ChangeAnnouncement: { readonly content: AnnouncementContent; readonly at: string };
  readonly EndAnnouncement: { readonly at: string };
}

export type AnnouncementCommand = CommandOf<Commands>;

/** An announcement ends at its end, or when it was ended; undefined if it was never written. */
export const announcementDecider: Decider<AnnouncementContent | undefined, AnnouncementCommand, AnnouncementEvent> = {
  initialState: undefined,
  decide(command, content) {
    if (command.type === 'CreateAnnouncement') {
      return content === undefined ? [{ type: 'AnnouncementSaved', data: command.data }] : [];
    }
    if (content === undefined) throw new DomainError('ANNOUNCEMENT_NOT_FOUND');
    const { at } = command.data;
    const isOver = content.end <= at;
    if (command.type === 'EndAnnouncement') return isOver ? [] : [{ type: 'AnnouncementEnded', data: { endedAt: at } }];
    // People may have dismissed it, and its history would tell of two announcements.
    if (isOver) throw new DomainError('ANNOUNCEMENT_OVER');
    const { content: data } = command.data;
    return isDeepStrictEqual(data, content) ? [] : [{ type: 'AnnouncementSaved', data }];
  },
  evolve(content, { type, data }) {
    if (type === 'AnnouncementSaved') return data;
    return content && { ...content, end: data.endedAt };
  },
};
