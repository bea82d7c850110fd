import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import type { PageResolvers } from '../schema.generated.ts';
import { actorOf } from './context.ts';
import { maySee } from './domain/actor.ts';
import { isInactive, nameOf, ownerOf } from './domain/page.ts';
import type { PageRecord } from './view/page-queries.ts';

/** Only owners and administrators get a Page here: each way to one checks that. */
export const Page = {
  async __resolveReference({ uid }, { viewer, pageByUid }) {
    if (viewer === undefined) return null;
    const record = await pageByUid.load(uid);
    return record !== undefined && maySee(actorOf(viewer), record.page) ? shownPage(record, viewer) : null;
  },
  async cards({ own }, _, { cardsByPage }) {
    return [own, ...(await cardsByPage.load(own.page))].map(shownCard);
  },

  async address({ own }, _, { cardsByPage }) {
    if (isInUse(own)) return own.page.publicId;
    return ((await cardsByPage.load(own.page)).find(isInUse) ?? own).page.publicId;
  },

  handoverUntil({ own }, _, { commands }) {
    const { handover } = own.page;
    return handover === null || handover.expiresAt <= commands.clock().toISOString() ? null : handover.expiresAt;
  },
} satisfies PageResolvers;

const isInUse = ({ page }: PageRecord) => page.card.status === 'IN_USE';

function shownCard({ page, version }: PageRecord) {
  const { status, since } = page.card;
  return { id: page.publicId, status, since, addedAt: page.status === 'owned' ? page.claimedAt : null, version };
}

export type ShownPage = ReturnType<typeof shownPage>;

/**
 * The page as GraphQL shows it, built at once: a resolver for each field would take most of a list's time.
 * Administrators see the note that a card was created with.
 */
export function shownPage({ page, version }: PageRecord, viewer: Viewer | undefined) {
  const ownerId = ownerOf(page) ?? null;
  return {
    uid: page.uid,
    id: page.publicId,
    displayName: isAdmin(viewer) ? page.displayName : nameOf(page),
    state: page.state,
    ownerId,
    owner: ownerId === null ? null : { id: ownerId },
    tenure: page.tenure,
    createdAt: page.createdAt,
    claimedAt: page.status === 'owned' ? page.claimedAt : null,
    claimed: page.status === 'owned',
    inactive: isInactive(page),
    avatar: page.avatar,
    profile: page.profile,
    profileJson: page.profile,
    indexable: page.indexable,
    version,
    own: { page, version },
  };
}
