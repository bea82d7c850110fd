import type { View } from '@volant/infra/views/view-store';
import type { DeletionDocument } from '../views/deletions/deletions.ts';
import type { ImageDocument } from '../views/images/images.ts';
import type { PageDocument } from '../views/pages/page-document.ts';
import type { SeriesDocument } from '../views/series/series-made.ts';

/** Finds the data that has to be cleared, in the views. */
export interface MaintenanceQueries {
  /** Deleted pages that have not been cleared yet. */
  deletedPages(): Promise<readonly string[]>;
  /** Pages whose history contains content of a former owner. */
  sealedPages(): Promise<readonly string[]>;
  ownedPages(userId: string): Promise<readonly string[]>;
  /** Those of the pictures that no page but the given one shows. */
  unusedBut(paths: readonly string[], uid: string | undefined): Promise<readonly string[]>;
  imagesOlderThan(at: Date): Promise<readonly string[]>;
  imagesOf(userId: string): Promise<readonly string[]>;
  /** Streams of series created before that time. */
  seriesOlderThan(at: Date): Promise<readonly string[]>;
}

export interface UpkeepViews {
  readonly pages: View<PageDocument>;
  readonly images: View<ImageDocument>;
  readonly deletions: View<DeletionDocument>;
  readonly series: View<SeriesDocument>;
}

export function createMaintenanceQueries({ pages, images, deletions, series }: UpkeepViews): MaintenanceQueries {
  const paths = (found: readonly ImageDocument[]) => found.map(({ path }) => path);
  return {
    deletedPages: async () => (await deletions.find({})).map(({ _id }) => _id),
    sealedPages: async () => (await pages.findFields({ sealed: true }, ['_id'])).map(({ _id }) => _id),
    ownedPages: async (userId) => (await pages.findFields({ ownerId: userId }, ['_id'])).map(({ _id }) => _id),
    async unusedBut(candidates, uid) {
      const showing = await pages.findFields({ avatar: { $in: [...candidates] } }, ['avatar']);
      const used = new Set(showing.flatMap(({ _id, avatar }) => (_id === uid ? [] : [avatar])));
      return candidates.filter((path) => !used.has(path));
    },
    imagesOlderThan: async (at) => paths(await images.find({ uploadedAt: { $lt: at.toISOString() } })),
    imagesOf: async (userId) => paths(await images.find({ uploadedBy: userId })),
    seriesOlderThan: async (at) => (await series.find({ madeAt: { $lt: at.toISOString() } })).map(({ _id }) => _id),
  };
}
