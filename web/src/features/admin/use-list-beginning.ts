import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { BLOCK } from '../../ui/long-table-window.ts';

/** The first block of a filtered list. While another filter loads, the previous data stay, and `isOther` is true. */
export function useListBeginning<Data, Filter extends OperationVariables>(
  query: TypedDocumentNode<Data, { first: number; filter?: Filter | null | undefined }>,
  filter: Filter,
) {
  const reading = useScreenQuery(query, {
    variables: { first: BLOCK, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  });
  const { data, previousData, error } = reading;
  return { ...reading, shown: data ?? (error === undefined ? previousData : undefined), isOther: data === undefined };
}
