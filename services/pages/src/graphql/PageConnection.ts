import type { ListPart } from '@volant/infra/views/newest-first';
import type { PageFilter } from '../views/pages/page-queries.ts';
import type { ShownPage } from './Page.ts';
import type { PageConnectionResolvers } from './schema.generated.ts';

/** Part of a list of pages, and the filter of the request. */
export interface FilteredPages extends ListPart<ShownPage> {
  readonly filter: PageFilter;
}

export const PageConnection = {
  tallies({ filter: { state, claimed, ...searched } }, _, { queries }) {
    return queries.tallies(searched);
  },
} satisfies PageConnectionResolvers;
