import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';

/**
 * The query that a screen opens with. New data render in time slices, so that input is handled in between: at once, a
 * screen full of cards, rows or fields would block a phone for a third of a second. Changes to shown data render
 * immediately, so that a user's choice does not flip back.
 */
export function useScreenQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  options: useQuery.Options<NoInfer<Data>, NoInfer<Variables>> & { readonly returnPartialData?: false },
): useQuery.Result<Data, Variables, 'empty' | 'complete' | 'streaming'> {
  const latest = useQuery(query, options);
  const drawn = useDeferredValue(latest);
  return drawn.data === undefined ? drawn : latest;
}
