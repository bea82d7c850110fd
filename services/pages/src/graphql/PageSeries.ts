import { shownPage } from './Page.ts';
import type { PageSeriesResolvers } from './schema.generated.ts';

export const PageSeries = {
  pages: ({ records }, _, { viewer }) => records.map((record) => shownPage(record, viewer)),
  workbookId: ({ id }) => id,
} satisfies Required<PageSeriesResolvers>;
