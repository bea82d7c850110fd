import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf, fixedFailure } from '../../api/failure.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { MessageCountsDocument } from './message-counts.generated.ts';
import type { MessageViewFragment } from './message-view.generated.ts';
import { type MessageStatus, SEARCH_PARAMETER } from './statuses.ts';
import {
  AssignMessageDocument,
  ChangeMessageStatusDocument,
  ClaimMessageDocument,
  MessageDocument,
} from './use-message-actions.generated.ts';

/** Actions on a message. Changes are optimistic, and revert if the server refuses. */
export function useMessageActions(message: MessageViewFragment) {
  const client = useApolloClient();
  const [failure, setFailure] = useState<Failure>();
  const [params] = useSearchParams();
  const search = params.get(SEARCH_PARAMETER);
  const searched = search === null ? {} : { search };
  const { id } = message;

  /** Refetches the message after another user has changed it. */
  const readAgain = () => client.query({ query: MessageDocument, variables: { id }, fetchPolicy: 'network-only' });

  /** Refreshes the counts per status for the current search; on a failure the previous ones stay. */
  const countAgain = () =>
    client.query({ query: MessageCountsDocument, variables: searched, fetchPolicy: 'network-only' }).catch(() => {});

  const { run: handle, busy: handling } = useSingleFlight(async () => {
    setFailure(undefined);
    try {
      await client.mutate({ mutation: ClaimMessageDocument, variables: { id } });
    } catch (error) {
      setFailure(fixedFailure(error, 'support.claimFailed'));
      // The refetched handler is shown beside the error.
      if (error instanceof ApiError && error.code === 'MESSAGE_ALREADY_HANDLED') await readAgain().catch(() => {});
    }
  });

  const { run: assign, busy: assigning } = useSingleFlight(async (userId: string) => {
    setFailure(undefined);
    try {
      await client.mutate({ mutation: AssignMessageDocument, variables: { id, userId } });
    } catch (error) {
      setFailure(failureOf(error, 'support.claimFailed'));
    }
  });

  const { run: changeStatus } = useSingleFlight(async (status: MessageStatus, onDone?: () => void) => {
    setFailure(undefined);
    try {
      await client.mutate({
        mutation: ChangeMessageStatusDocument,
        variables: { id, status },
        optimisticResponse: { changeSupportMessageStatus: { ...message, status } },
      });
      onDone?.();
      await countAgain();
    } catch (error) {
      setFailure(fixedFailure(error, 'support.statusFailed'));
    }
  });

  return { failure, handle, assign, changeStatus, countAgain, busy: handling || assigning };
}
