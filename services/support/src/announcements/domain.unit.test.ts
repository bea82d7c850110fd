import { DomainError } from '@volant/infra/errors/domain-error';
import { specify } from '@volant/infra/testing/decider-specification';
import { LONGEST_ANNOUNCEMENT } from '@volant/proto/text/lengths';
import { describe, expect, it } from 'vitest';
import {
  ANNOUNCED_DAYS,
  type AnnouncementCommand,
  type AnnouncementContent,
  type AnnouncementEvent,
  type AnnouncementForm,
  announcementCodec,
  announcementDecider,
  parseAnnouncement,
} from './domain.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = new Date('2026-12-01T10:00:00.000Z');
const content: AnnouncementContent = {
  texts: [
    { language: 'fr', text: 'Maintenance dimanche.' },
    { language: 'en', text: 'Maintenance on Sunday.' },
  ],
  from: '2026-12-01T10:00:00.000Z',
  end: '2026-12-06T03:00:00.000Z',
  audience: 'EVERYBODY',
  level: 'IMPORTANT',
};
const saved = (data = content): AnnouncementEvent => ({ type: 'AnnouncementSaved', data });
const ended = (endedAt: string): AnnouncementEvent => ({ type: 'AnnouncementEnded', data: { endedAt } });
const change = (changed: AnnouncementContent, at = '2026-12-02T10:00:00.000Z'): AnnouncementCommand => ({
  type: 'ChangeAnnouncement',
  data: { content: changed, at },
});
const end = (at: string): AnnouncementCommand => ({ type: 'EndAnnouncement', data: { at } });

describe('an announcement', () => {
  const { given } = specify(announcementDecider);
  const other: AnnouncementContent = { ...content, level: 'INFORMATION' };

  it('is created once, and changed only if it exists and differs', () => {
    const create: AnnouncementCommand = { type: 'CreateAnnouncement', data: content };
    given([]).when(create).then([saved()]);
    given([saved()])
      .when({ ...create, data: other })
      .then([]);
    given([saved()]).when(change(content)).then([]);
    given([saved()])
      .when(change(other))
      .then([saved(other)]);
    given([]).when(change(content)).thenRefuses('ANNOUNCEMENT_NOT_FOUND');
  });

  it('is ended once, also before its beginning, and is not changed afterwards', () => {
    const early = '2026-11-30T10:00:00.000Z';
    for (const at of [early, '2026-12-03T10:00:00.000Z']) {
      given([saved()])
        .when(end(at))
        .then([ended(at)]);
      given([saved(), ended(at)])
        .when(end('2026-12-04T10:00:00.000Z'))
        .then([]);
      given([saved(), ended(at)])
        .when(change(other, '2026-12-04T10:00:00.000Z'))
        .thenRefuses('ANNOUNCEMENT_OVER');
    }
    given([saved()]).when(end(content.end)).then([]);
    given([saved()]).when(change(other, content.end)).thenRefuses('ANNOUNCEMENT_OVER');
    given([]).when(end(early)).thenRefuses('ANNOUNCEMENT_NOT_FOUND');
  });

  it('is read as the first version wrote it', () => {
    for (const event of [saved(), ended(content.end)]) {
      expect(announcementCodec.read({ id: '1', schema: 1, ...event })).toEqual(event);
      expect(announcementCodec.schemaOf(event.type)).toBe(1);
    }
  });
});

describe('parseAnnouncement', () => {
  const form: AnnouncementForm = { ...content, from: undefined, end: new Date(content.end) };
  const codeOf = (changes: Partial<AnnouncementForm>) => {
    try {
      parseAnnouncement({ ...form, ...changes }, now);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  };
  const texts = (fr: string, en = 'Maintenance') => [
    { language: 'fr', text: fr },
    { language: 'en', text: en },
  ];

  it('cleans the texts, puts them into the order of the languages, and begins now if nothing else is said', () => {
    const given = { ...form, texts: [...texts(' Le\u200b  matin\n', ' In the  morning ')].reverse() };
    expect(parseAnnouncement(given, now)).toEqual({ ...content, texts: texts('Le matin', 'In the morning') });
  });

  it('refuses a text that is missing, empty, too long, repeated or in another language', () => {
    for (const given of [[], texts(' '), texts('\u200b'), texts('Le matin').slice(1)]) {
      expect(codeOf({ texts: given })).toBe('ANNOUNCEMENT_INCOMPLETE');
    }
    expect(codeOf({ texts: texts('é'.repeat(LONGEST_ANNOUNCEMENT)) })).toBeUndefined();
    expect(codeOf({ texts: texts('é'.repeat(LONGEST_ANNOUNCEMENT + 1)) })).toBe('MESSAGE_TOO_LONG');
    expect(codeOf({ texts: [...texts('a'), { language: 'fr', text: 'b' }] })).toBe('VALIDATION_FAILED');
    expect(codeOf({ texts: [...texts('a'), { language: 'de', text: 'b' }] })).toBe('VALIDATION_FAILED');
  });

  it('refuses an end that is past, before the beginning, or too long after it', () => {
    const lasting = (ms: number, from = now) => ({ from, end: new Date(from.getTime() + ms) });
    for (const wrong of [lasting(0), lasting(-DAY), lasting(DAY, new Date(now.getTime() - 2 * DAY))]) {
      expect(codeOf(wrong)).toBe('ANNOUNCEMENT_PERIOD');
    }
    expect(codeOf(lasting(ANNOUNCED_DAYS * DAY))).toBeUndefined();
    expect(codeOf(lasting(ANNOUNCED_DAYS * DAY + 1))).toBe('ANNOUNCEMENT_PERIOD');
  });
});
