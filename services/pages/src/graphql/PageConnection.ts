import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { PageList } from '../views/pages/page-queries.ts';
import type { PagesContext } from './context.ts';

export const PageConnection: TypeResolvers<PagesContext> = {
  nodes: ({ records }: PageList) => records,
  totalCount: ({ total }: PageList) => total,
  pageInfo: ({ endCursor, hasNextPage }: PageList) => ({ endCursor, hasNextPage }),
};
