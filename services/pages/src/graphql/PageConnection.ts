import type { ListPart } from '@volant/infra/views/newest-first';
import type { PageFilter, PageRecord } from '../views/pages/page-queries.ts';
import { shownPage } from './Page.ts';
import type { PageConnectionResolvers } from './schema.generated.ts';

/** Part of a list of pages, and the filter of the request. */
export interface FilteredPages extends ListPart<PageRecord> {
  readonly filter: PageFilter;
}

export const PageConnection = {
  nodes: ({ nodes }, _, { viewer }) => nodes.map((record) => shownPage(record, viewer)),
  totalCount: ({ total }) => total,
  pageInfo: ({ endCursor, hasNextPage }) => ({ endCursor, hasNextPage }),
  tallies({ filter: { state, claimed, ...searched } }, _, { queries }) {
    return queries.tallies(searched);
  },
} satisfies Required<PageConnectionResolvers>;
