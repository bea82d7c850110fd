import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';
import { PAGE_STATES } from './page.ts';
import { DISPLAY_STYLES } from './profile.ts';

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

const PageCreated = z.object({
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
});

const shapes = {
  PageCreated,
  PageClaimed: z.object({ ownerId: z.string(), claimedAt: z.string() }),
  /** Holds what changed and nothing else. */
  PageEdited: z.object({
    displayName: z.string().exactOptional(),
    profile: profile.exactOptional(),
    avatar: z.string().nullable().exactOptional(),
    indexable: z.boolean().exactOptional(),
  }),
  PageStateChanged: z.object({ state: z.enum(PAGE_STATES) }),
  /** The owner has gone, and what they had written with them. */
  PageReleased: z.object({ releasedAt: z.string() }),
  PageRenamed: z.object({ publicId: z.string() }),
  /** The page as it was when its history was written anew: the first event of the new one. */
  PageRestored: PageCreated.extend({
    previousIds: z.array(z.string()),
    tenure: z.int(),
    claimedAt: z.string().nullable(),
  }),
  /** Holds nothing of the page: its stream is erased next. */
  PageDeleted: z.object({ deletedAt: z.string() }),
};

export type PageEvent = EventOf<typeof shapes>;
export type PageCreated = EventOf<typeof shapes, 'PageCreated'>;
export type PageEdited = EventOf<typeof shapes, 'PageEdited'>;
export type PageRestored = EventOf<typeof shapes, 'PageRestored'>;

export const pageCodec = eventCodec('page', shapes);

/** The ids an event gives to its page. */
export function idsIn(event: PageEvent | undefined): readonly string[] {
  if (event?.type === 'PageRestored') return [event.data.publicId, ...event.data.previousIds];
  return event?.type === 'PageCreated' || event?.type === 'PageRenamed' ? [event.data.publicId] : [];
}
