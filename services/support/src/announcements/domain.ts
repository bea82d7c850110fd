import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';

export const AUDIENCES = ['EVERYBODY', 'DRIVERS', 'STAFF'] as const;
export const LEVELS = ['INFORMATION', 'IMPORTANT'] as const;

const shapes = {
  /** An administrator wrote or rewrote it. */
  AnnouncementSaved: z.object({
    /** One for each language of our mails. */
    texts: z.array(z.object({ language: z.enum(languagesWith('mails')), text: z.string() })),
    from: z.iso.datetime(),
    end: z.iso.datetime(),
    audience: z.enum(AUDIENCES),
    level: z.enum(LEVELS),
  }),
  /** An administrator ended it before its end, perhaps before it began. */
  AnnouncementEnded: z.object({ endedAt: z.iso.datetime() }),
};

export type AnnouncementEvent = EventOf<typeof shapes>;
export type AnnouncementContent = EventOf<typeof shapes, 'AnnouncementSaved'>['data'];

export const announcementCodec = eventCodec('announcement', shapes);

export const { of: announcementStream, idIn: announcementOfStream } = streamKind('announcement-');

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
