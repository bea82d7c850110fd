import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { PageSeries as Series } from '../commands/create-pages.ts';
import type { PagesContext } from './context.ts';

export const PageSeries: TypeResolvers<PagesContext> = {
  pages: ({ records }: Series) => records,
  workbookId: ({ id }: Series) => id,
};
