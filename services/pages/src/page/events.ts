import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { DISPLAY_STYLES, eachSwitch, eachText } from '@volant/proto/profile/profile';
import { z } from 'zod';
import { PAGE_STATES } from './page.ts';

/** A field that an event does not have was not known when it was written. */
const profile = z.object({
  ...eachText(() => z.string().default('')),
  ...eachSwitch(() => z.boolean().default(false)),
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
  /** Contains only the changed fields. */
  PageEdited: z.object({
    displayName: z.string().exactOptional(),
    profile: profile.exactOptional(),
    avatar: z.string().nullable().exactOptional(),
    indexable: z.boolean().exactOptional(),
  }),
  PageStateChanged: z.object({ state: z.enum(PAGE_STATES) }),
  /** The owner has left, and their content is removed. */
  PageReleased: z.object({ releasedAt: z.string() }),
  PageRenamed: z.object({ publicId: z.string() }),
  /** The page at the time its history was rewritten: the first event of the new history. */
  PageRestored: PageCreated.extend({
    previousIds: z.array(z.string()),
    tenure: z.int(),
    claimedAt: z.string().nullable(),
  }),
  /** Contains no data of the page, because its stream is erased next. */
  PageDeleted: z.object({ deletedAt: z.string() }),
};

export type PageEvent = EventOf<typeof shapes>;
export type PageCreated = EventOf<typeof shapes, 'PageCreated'>;
export type PageEdited = EventOf<typeof shapes, 'PageEdited'>;
export type PageRestored = EventOf<typeof shapes, 'PageRestored'>;

export const pageCodec = eventCodec('page', shapes);

/** The ids that an event gives to its page. */
export function idsIn(event: PageEvent | undefined): readonly string[] {
  if (event?.type === 'PageRestored') return [event.data.publicId, ...event.data.previousIds];
  return event?.type === 'PageCreated' || event?.type === 'PageRenamed' ? [event.data.publicId] : [];
}
