import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';

/**
 * The query that a screen opens with. What it did not show before is drawn in slices, between which what was pressed
 * or typed is answered: at once, a screen full of cards, rows or fields would keep a phone busy for a third of a
 * second. What changes in what it shows is drawn at once, as a choice of the reader's must not go back.
 */
export function useScreenQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  options: useQuery.Options<NoInfer<Data>, NoInfer<Variables>> & { readonly returnPartialData?: false },
): useQuery.Result<Data, Variables, 'empty' | 'complete' | 'streaming'> {
  const latest = useQuery(query, options);
  const drawn = useDeferredValue(latest);
  return drawn.data === undefined ? drawn : latest;
}
