import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { ListPart } from '@volant/infra/views/newest-first';
import type { PageFilter, PageRecord } from '../views/pages/page-queries.ts';
import type { PagesContext } from './context.ts';
import { shownPage } from './Page.ts';

/** Part of a list of pages, and the filter of the request. */
export class FilteredPages implements ListPart<PageRecord> {
  readonly nodes: readonly PageRecord[];
  readonly total: number;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly filter: PageFilter;

  constructor({ nodes, total, endCursor, hasNextPage }: ListPart<PageRecord>, filter: PageFilter) {
    this.nodes = nodes;
    this.total = total;
    this.endCursor = endCursor;
    this.hasNextPage = hasNextPage;
    this.filter = filter;
  }
}

export const PageConnection: TypeResolvers<PagesContext> = {
  nodes: ({ nodes }: FilteredPages, _: unknown, { viewer }: PagesContext) =>
    nodes.map((record) => shownPage(record, viewer)),
  totalCount: ({ total }: FilteredPages) => total,
  pageInfo: ({ endCursor, hasNextPage }: FilteredPages) => ({ endCursor, hasNextPage }),
  tallies({ filter: { state, claimed, ...searched } }: FilteredPages, _: unknown, { queries }: PagesContext) {
    return queries.tallies(searched);
  },
};
