import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { languagesWith } from '@volant/proto/text/languages';
import { LONGEST_ANNOUNCEMENT } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { isVisible, oneLine, refuseLonger } from '../message/domain/content.ts';

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

export interface AnnouncementForm extends Pick<AnnouncementContent, 'audience' | 'level'> {
  readonly texts: readonly { readonly language: string; readonly text: string }[];
  /** Absent: at once. */
  readonly from?: Date | string | null | undefined;
  readonly end: Date | string;
}

export const ANNOUNCED_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Cleans an announcement.
 * @param now the beginning if the form names none; the end must be later
 * @throws DomainError ANNOUNCEMENT_INCOMPLETE, MESSAGE_TOO_LONG, ANNOUNCEMENT_PERIOD, VALIDATION_FAILED
 */
export function parseAnnouncement(form: AnnouncementForm, now: Date): AnnouncementContent {
  const { texts, audience, level } = form;
  const languages = languagesWith('mails');
  const given = new Map(texts.map(({ language, text }) => [language, text]));
  const known: readonly string[] = languages;
  if (given.size < texts.length || [...given.keys()].some((language) => !known.includes(language))) {
    throw new DomainError('VALIDATION_FAILED', { field: 'texts' });
  }
  const cleaned = languages.map((language) => {
    const text = oneLine(given.get(language) ?? '', LONGEST_ANNOUNCEMENT, 'MESSAGE_TOO_LONG');
    refuseLonger(text, LONGEST_ANNOUNCEMENT, 'MESSAGE_TOO_LONG');
    if (!isVisible(text)) throw new DomainError('ANNOUNCEMENT_INCOMPLETE');
    return { language, text };
  });
  const begins = new Date(form.from ?? now);
  const end = new Date(form.end);
  const lasts = end.getTime() - begins.getTime();
  if (end <= now || lasts <= 0 || lasts > ANNOUNCED_DAYS * DAY_MS) {
    throw new DomainError('ANNOUNCEMENT_PERIOD', { days: ANNOUNCED_DAYS });
  }
  return { texts: cleaned, from: begins.toISOString(), end: end.toISOString(), audience, level };
}
