import type { EventCodec } from '@volant/infra/event-store/command-handler';
import { STREAM_ERASED, type StoredEvent } from '@volant/infra/event-store/event-store';
import { z } from 'zod';
import { PAGE_STATES, type PageEvent } from './page.ts';
import { DISPLAY_STYLES } from './profile.ts';

/*
 * These shapes read what was once written and know nothing of today's rules for
 * input: a rule that becomes stricter must not make an old page unreadable.
 */
const profile = z.object({
  name: z.string(),
  company: z.string(),
  bio: z.string(),
  phone: z.string(),
  email: z.string(),
  whatsapp: z.string(),
  website: z.string(),
  instagram: z.string(),
  displayStyle: z.enum(DISPLAY_STYLES),
  customFields: z.array(
    z.object({ id: z.string(), name: z.string(), value: z.string(), icon: z.string(), color: z.string() }),
  ),
});

const created = {
  uid: z.string(),
  publicId: z.string(),
  origin: z.enum(['driver', 'administrator']),
  state: z.enum(PAGE_STATES),
  ownerId: z.string().nullable(),
  displayName: z.string(),
  profile,
  avatar: z.string().nullable(),
  indexable: z.boolean(),
  createdAt: z.string(),
};

const shapes = {
  PageCreated: z.object(created),
  PageClaimed: z.object({ ownerId: z.string(), claimedAt: z.string() }),
  PageEdited: z.object({
    displayName: z.string().exactOptional(),
    profile: profile.exactOptional(),
    avatar: z.string().nullable().exactOptional(),
    indexable: z.boolean().exactOptional(),
  }),
  PageStateChanged: z.object({ state: z.enum(PAGE_STATES) }),
  PageReleased: z.object({ releasedAt: z.string() }),
  PageRenamed: z.object({ publicId: z.string() }),
  PageRestored: z.object({
    ...created,
    previousIds: z.array(z.string()),
    tenure: z.int(),
    claimedAt: z.string().nullable(),
  }),
  PageDeleted: z.object({ deletedAt: z.string() }),
} as const satisfies { readonly [T in PageEvent['type']]: z.ZodType<Extract<PageEvent, { type: T }>['data']> };

/** Version of the shape each event is written in; a new one comes with an upcast in `read` and a line in the corpus. */
const SCHEMAS: { readonly [T in PageEvent['type']]: number } = {
  PageCreated: 1,
  PageClaimed: 1,
  PageEdited: 1,
  PageStateChanged: 1,
  PageReleased: 1,
  PageRenamed: 1,
  PageRestored: 1,
  PageDeleted: 1,
};

export const pageCodec: EventCodec<PageEvent> = {
  schemaOf: (type) => SCHEMAS[type],
  read(stored) {
    if (stored.type === STREAM_ERASED) return undefined;
    if (!isPageEventType(stored.type)) throw new Error(`no page event is called ${stored.type}`);
    if (stored.schema !== SCHEMAS[stored.type]) {
      throw new Error(`${stored.type} is known in shape ${SCHEMAS[stored.type]}, not in shape ${stored.schema}`);
    }
    return parse(stored.type, stored);
  },
};

function isPageEventType(type: string): type is PageEvent['type'] {
  return Object.hasOwn(SCHEMAS, type);
}

function parse(type: PageEvent['type'], { data }: StoredEvent): PageEvent {
  switch (type) {
    case 'PageCreated':
      return { type, data: shapes.PageCreated.parse(data) };
    case 'PageClaimed':
      return { type, data: shapes.PageClaimed.parse(data) };
    case 'PageEdited':
      return { type, data: shapes.PageEdited.parse(data) };
    case 'PageStateChanged':
      return { type, data: shapes.PageStateChanged.parse(data) };
    case 'PageReleased':
      return { type, data: shapes.PageReleased.parse(data) };
    case 'PageRenamed':
      return { type, data: shapes.PageRenamed.parse(data) };
    case 'PageRestored':
      return { type, data: shapes.PageRestored.parse(data) };
    case 'PageDeleted':
      return { type, data: shapes.PageDeleted.parse(data) };
  }
}
