import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import { useListBeginning } from '../use-list-beginning.ts';
import type { PageFilter } from './page-filter.ts';
import { AdminPagesDocument } from './pages-tab.generated.ts';

/** The first block of the list, and the cursor and filter for the rest. */
export function usePageList(search: string, { state, claimed }: PageFilter) {
  const filter = useMemo(
    () => ({ ...(search !== '' && { search }), ...(state && { state }), ...(claimed && { claimed }) }),
    [search, state, claimed],
  );
  const { shown, ...reading } = useListBeginning(AdminPagesDocument, filter);
  return { ...reading, pages: shown?.pages, filter };
}

/** Queries of the first block and of the other parts. */
const LISTS: readonly (string | undefined)[] = ['AdminPages', 'AdminPagesPart'];

/** Refetches the visible parts of the list after a change. */
export function useListRefresh(): () => Promise<unknown> {
  const client = useApolloClient();
  return () =>
    client.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => LISTS.includes(queryName) });
}
