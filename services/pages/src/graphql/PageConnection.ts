import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { ListPart } from '@volant/infra/views/newest-first';
import type { PageRecord } from '../views/pages/page-queries.ts';
import type { PagesContext } from './context.ts';
import { shownPage } from './Page.ts';

export const PageConnection: TypeResolvers<PagesContext> = {
  nodes: ({ nodes }: ListPart<PageRecord>) => nodes.map(shownPage),
  totalCount: ({ total }: ListPart<PageRecord>) => total,
  pageInfo: ({ endCursor, hasNextPage }: ListPart<PageRecord>) => ({ endCursor, hasNextPage }),
};
