import { z } from 'zod';
import { succeeded } from './answers.ts';

export const Audience = z.enum(['EVERYBODY', 'DRIVERS', 'STAFF']);
export const Level = z.enum(['INFORMATION', 'IMPORTANT']);

export const Announcement = z
  .strictObject({
    id: z.string(),
    version: z.int(),
    texts: z.array(z.strictObject({ language: z.string(), text: z.string() })),
    from: z.string(),
    end: z.string(),
    audience: Audience,
    level: Level,
  })
  .meta({ id: 'Announcement' });
const Listed = Announcement.extend({
  changes: z.array(
    z.strictObject({
      act: z.enum(['WRITTEN', 'CHANGED', 'ENDED']),
      at: z.string(),
      by: z.strictObject({ id: z.string(), username: z.string().nullable() }).nullable(),
    }),
  ),
}).meta({ id: 'ListedAnnouncement' });
export const AnnouncementList = z.strictObject({ announcements: z.array(Listed) }).meta({ id: 'AnnouncementList' });
export const AnnouncementKept = succeeded('AnnouncementKept', { announcement: Listed });
