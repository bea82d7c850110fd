import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { DISPLAY_STYLES, eachSwitch, eachText } from '@volant/proto/profile/profile';
import { z } from 'zod';
import { COMMON_REASONS } from './deactivation-reason.ts';
import { CARD_STATUSES, PAGE_STATES } from './page.ts';

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

const leadsTo = z.object({ uid: z.string(), tenure: z.int() });

const shapes = {
  PageCreated,
  PageClaimed: z.object({ ownerId: z.string(), claimedAt: z.string() }),
  /** Contains only the changed fields. */
  PageEdited: z.object({
    displayName: z.string().exactOptional(),
    profile: profile.exactOptional(),
    avatar: z.string().nullable().exactOptional(),
    indexable: z.boolean().exactOptional(),
    /** The version that was restored. */
    restoredFrom: z.int().exactOptional(),
  }),
  PageStateChanged: z.object({
    state: z.enum(PAGE_STATES),
    /** Why an administrator deactivated the page; the owner is mailed it. */
    commonReason: z.enum(COMMON_REASONS).exactOptional(),
    /** In own words. */
    reason: z.string().exactOptional(),
  }),
  /** The owner has left, and their content is removed. */
  PageReleased: z.object({ releasedAt: z.string() }),
  /** The owner has left, their content is removed, and the account that had the link is the owner. */
  PageHandedOver: z.object({ ownerId: z.string(), claimedAt: z.string() }),
  HandoverOffered: z.object({ secretHash: z.string(), offeredAt: z.string(), expiresAt: z.string() }),
  HandoverWithdrawn: z.object({ withdrawnAt: z.string() }),
  /** An unclaimed card was claimed into another page of its new owner, to which it leads. */
  CardAdded: z.object({ ownerId: z.string(), leadsTo, addedAt: z.string() }),
  CardLost: z.object({ lostAt: z.string() }),
  CardFound: z.object({ foundAt: z.string() }),
  /** Another card, named by its id, leads to the page from now on. */
  CardReplaced: z.object({ by: z.string(), replacedAt: z.string() }),
  PageRenamed: z.object({ publicId: z.string() }),
  /** The page at the time its history was rewritten: the first event of the new history. */
  PageRestored: PageCreated.extend({
    previousIds: z.array(z.string()),
    tenure: z.int(),
    claimedAt: z.string().nullable(),
    card: z
      .object({ status: z.enum(CARD_STATUSES), since: z.string().nullable(), leadsTo: leadsTo.nullable() })
      .exactOptional(),
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
export function idsIn({ type, data }: PageEvent): readonly string[] {
  if (type === 'PageRestored') return [data.publicId, ...data.previousIds];
  return type === 'PageCreated' || type === 'PageRenamed' ? [data.publicId] : [];
}
