import { useApolloClient, useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { BLOCK } from '../../../ui/long-table-window.ts';
import type { PageFilter } from './page-filter.ts';
import { AdminPagesDocument } from './pages-tab.generated.ts';

/** The list's beginning, and what the rest of it is found by. While another one comes, what there was stays. */
export function usePageList(search: string, { state, claimed }: PageFilter) {
  const filter = useMemo(
    () => ({ ...(search !== '' && { search }), ...(state && { state }), ...(claimed && { claimed }) }),
    [search, state, claimed],
  );
  const reading = useQuery(AdminPagesDocument, {
    variables: { first: BLOCK, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  });
  const { data, previousData, error } = reading;
  const pages = (data ?? (error === undefined ? previousData : undefined))?.pages;
  return { ...reading, pages, filter, isOther: data === undefined };
}

/** The list's beginning, and its other parts. */
const LISTS: readonly (string | undefined)[] = ['AdminPages', 'AdminPagesPart'];

/** Reads anew what is shown of the list, once something in it has changed. */
export function useListRefresh(): () => Promise<unknown> {
  const client = useApolloClient();
  return () =>
    client.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => LISTS.includes(queryName) });
}
