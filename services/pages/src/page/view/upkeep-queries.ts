import type { View } from '@volant/infra/views/view-store';
import type { PageDocument } from './page-document.ts';
import type { DeletionDocument, ImageDocument } from './upkeep.ts';

export interface UpkeepViews {
  readonly pages: View<PageDocument>;
  readonly images: View<ImageDocument>;
  readonly deletions: View<DeletionDocument>;
}

export function createUpkeepQueries({ pages, images, deletions }: UpkeepViews) {
  const paths = (found: readonly ImageDocument[]) => found.map(({ path }) => path);
  return {
    /** Deleted pages that have not been cleared yet. */
    deletedPages: async () => (await deletions.find({})).map(({ _id }) => _id),
    /** Pages whose history contains content of a former owner. */
    sealedPages: async () => (await pages.findFields({ sealed: true }, ['_id'])).map(({ _id }) => _id),
    /** Cards that lead to the page, besides its own. */
    cardsOf: async (uid: string) => pages.findFields({ leadsTo: uid }, ['_id']),
    /** Cards that lead to another page. */
    leadingCards: async () => (await pages.findFields({ leadsTo: { $ne: null } }, ['page'])).map(({ page }) => page),
    ownedPages: async (userId: string) => (await pages.findFields({ ownerId: userId }, ['_id'])).map(({ _id }) => _id),
    /** Those of the pictures that no page but the given one shows. */
    async unusedBut(candidates: readonly string[], uid: string | undefined) {
      const showing = await pages.findFields({ avatar: { $in: [...candidates] } }, ['avatar']);
      const used = new Set(showing.flatMap(({ _id, avatar }) => (_id === uid ? [] : [avatar])));
      return candidates.filter((path) => !used.has(path));
    },
    imagesOlderThan: async (at: Date) => paths(await images.find({ uploadedAt: { $lt: at.toISOString() } })),
    imagesOf: async (userId: string) => paths(await images.find({ uploadedBy: userId })),
  };
}

/** Finds the data that has to be cleared, in the views. */
export type UpkeepQueries = ReturnType<typeof createUpkeepQueries>;
