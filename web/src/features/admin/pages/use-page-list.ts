import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import { useListBeginning } from '../use-list-beginning.ts';
import type { PageFilter } from './page-filter.ts';
import { AdminPagesDocument } from './pages-tab.generated.ts';

/** The list's beginning, and what the rest of it is found by. */
export function usePageList(search: string, { state, claimed }: PageFilter) {
  const filter = useMemo(
    () => ({ ...(search !== '' && { search }), ...(state && { state }), ...(claimed && { claimed }) }),
    [search, state, claimed],
  );
  const { shown, ...reading } = useListBeginning(AdminPagesDocument, filter);
  return { ...reading, pages: shown?.pages, filter };
}

/** The list's beginning, and its other parts. */
const LISTS: readonly (string | undefined)[] = ['AdminPages', 'AdminPagesPart'];

/** Reads anew what is shown of the list, once something in it has changed. */
export function useListRefresh(): () => Promise<unknown> {
  const client = useApolloClient();
  return () =>
    client.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => LISTS.includes(queryName) });
}
