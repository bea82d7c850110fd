import { text } from '@volant/infra/text/outside-text';
import { languagesWith } from '@volant/proto/text/languages';
import { LONGEST_ANNOUNCEMENT } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import { graphEnum } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

export const ANNOUNCEMENT_FIELDS = 'id version texts { language text } from end audience level';
const LISTED_FIELDS = `${ANNOUNCEMENT_FIELDS} changes { act at by { id username } }`;

const list = fixedOperation(`query RestAnnouncements { allAnnouncements { ${LISTED_FIELDS} } }`);
const create = fixedOperation(`mutation RestCreateAnnouncement($input: AnnouncementInput!) {
  createAnnouncement(input: $input) { ${LISTED_FIELDS} }
}`);
const change = fixedOperation(`mutation RestChangeAnnouncement($id: ID!, $input: AnnouncementInput!) {
  changeAnnouncement(id: $id, input: $input) { ${LISTED_FIELDS} }
}`);
const end = fixedOperation(`mutation RestEndAnnouncement($id: ID!) { endAnnouncement(id: $id) { ${LISTED_FIELDS} } }`);

const Listed = z.strictObject(fieldsOf(list, 'allAnnouncements')).meta({ id: 'ListedAnnouncement' });
const AnnouncementList = z.strictObject({ announcements: z.array(Listed) }).meta({ id: 'AnnouncementList' });
const AnnouncementSaved = succeeded('AnnouncementSaved', { announcement: Listed });

/** The longest has nanoseconds and an offset. */
const Instant = text(35).meta({ format: 'date-time' });
const AnnouncementBody = z.strictObject({
  texts: z
    .array(
      z.strictObject({
        language: z.enum(languagesWith('mails')),
        text: text().meta({ maxLength: LONGEST_ANNOUNCEMENT }),
      }),
    )
    .max(languagesWith('mails').length),
  from: Instant.nullable().optional(),
  end: Instant,
  audience: graphEnum('AnnouncementAudience'),
  level: graphEnum('AnnouncementLevel'),
});
const CONTENT_CODES = ['ANNOUNCEMENT_INCOMPLETE', 'ANNOUNCEMENT_PERIOD', 'MESSAGE_TOO_LONG', 'TOO_MANY_ANNOUNCEMENTS'];

export function registerAnnouncements(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'support', access: 'admin' });
  route({
    id: 'allAnnouncements',
    summary: 'List the newest 100 announcements, planned ones first.',
    answer: AnnouncementList,
    endpoint: 'GET /api/admin/announcements',
    handle: async ({ ask }) => ({ announcements: await ask(list, {}) }),
  });
  route({
    id: 'createAnnouncement',
    summary: 'Announce something to signed-in people, for a time.',
    codes: [...CONTENT_CODES, 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: AnnouncementSaved,
    endpoint: 'POST /api/admin/announcements',
    body: AnnouncementBody,
    handle: async ({ body: input, ask }) => ({ announcement: await ask(create, { input }) }),
  });
  route({
    id: 'changeAnnouncement',
    summary: 'Replace an announcement that is not over.',
    codes: [...CONTENT_CODES, 'ANNOUNCEMENT_NOT_FOUND', 'ANNOUNCEMENT_OVER', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: AnnouncementSaved,
    endpoint: 'PUT /api/admin/announcements/:id',
    body: AnnouncementBody,
    handle: async ({ params, body: input, ask }) => ({ announcement: await ask(change, { ...params, input }) }),
  });
  route({
    id: 'endAnnouncement',
    summary: 'End an announcement now.',
    codes: ['ANNOUNCEMENT_NOT_FOUND', 'CONFLICT', 'TOO_MANY_CHANGES'],
    answer: AnnouncementSaved,
    endpoint: 'POST /api/admin/announcements/:id/end',
    handle: async ({ params, ask }) => ({ announcement: await ask(end, params) }),
  });
}
