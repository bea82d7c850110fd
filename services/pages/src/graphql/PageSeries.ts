import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import type { PageSeries as Series } from '../commands/create-pages.ts';
import type { PagesContext } from './context.ts';
import { shownPage } from './Page.ts';

export const PageSeries: TypeResolvers<PagesContext> = {
  pages: ({ records }: Series, _: unknown, { viewer }: PagesContext) =>
    records.map((record) => shownPage(record, viewer)),
  workbookId: ({ id }: Series) => id,
};
