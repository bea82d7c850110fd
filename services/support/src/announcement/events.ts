import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';

export const AUDIENCES = ['EVERYBODY', 'DRIVERS', 'STAFF'] as const;
export const LEVELS = ['INFORMATION', 'IMPORTANT'] as const;

const shapes = {
  /** An administrator wrote or rewrote it. */
  AnnouncementSaved: z.object({
    /** One for each language of our letters. */
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
