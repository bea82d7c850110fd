import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { PageSeries as Series } from '../commands/create-pages.ts';
import type { PagesContext } from './context.ts';
import { shownPage } from './Page.ts';

export const PageSeries: TypeResolvers<PagesContext> = {
  pages: ({ records }: Series) => records.map(shownPage),
  workbookId: ({ id }: Series) => id,
};
