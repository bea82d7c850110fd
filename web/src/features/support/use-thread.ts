import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import {
  BlockSenderDocument,
  MarkMessageReadDocument,
  NoteMessageDocument,
  ReadThreadDocument,
  ReplyToMessageDocument,
} from './message-thread.generated.ts';
import type { MessageStatus } from './statuses.ts';

interface Reply {
  readonly message: string;
  readonly status: MessageStatus;
  /** Entries of the thread that the writer has seen. */
  readonly seen: number;
}

/** What followed a message, and what the support adds to it. A message that is shown counts as read. */
export function useThread(id: string) {
  const client = useApolloClient();
  const [failure, setFailure] = useState<Failure>();
  const { data, error, loading, refetch } = useQuery(ReadThreadDocument, {
    variables: { id },
  });
  const message = data?.supportMessage;
  const unread = message?.unread === true;
  const [leftUnread, setLeftUnread] = useState(false);

  useEffect(() => {
    if (!unread || leftUnread) return;
    // A failure leaves the message unread, which the list shows.
    client.mutate({ mutation: MarkMessageReadDocument, variables: { id, read: true } }).catch(() => {});
  }, [client, id, unread, leftUnread]);

  const { run, busy } = useSingleFlight(async (change: () => Promise<unknown>, onDone?: () => void) => {
    setFailure(undefined);
    try {
      await change();
      onDone?.();
    } catch (reason) {
      setFailure(failureOf(reason, 'support.threadFailed'));
    }
  });

  return {
    message,
    error,
    loading,
    refetch,
    failure,
    busy,
    /** @param onChanged called with the length of the thread if it went on since `seen` */
    reply: (input: Reply, onDone: () => void, onChanged: (entries: number) => void) =>
      run(async () => {
        try {
          await client.mutate({ mutation: ReplyToMessageDocument, variables: { id, input } });
        } catch (reason) {
          if (reason instanceof ApiError && reason.code === 'THREAD_CHANGED') {
            // Without the new entries, sending again is refused again.
            await refetch().then(
              (read) => read.data !== undefined && onChanged(read.data.supportMessage.thread.length),
              () => {},
            );
          }
          throw reason;
        }
      }, onDone),
    note: (text: string, onDone: () => void) =>
      run(() => client.mutate({ mutation: NoteMessageDocument, variables: { id, text } }), onDone),
    block: (blocked: boolean) =>
      run(() => client.mutate({ mutation: BlockSenderDocument, variables: { id, blocked } })),
    keepUnread() {
      setLeftUnread(true);
      return run(() => client.mutate({ mutation: MarkMessageReadDocument, variables: { id, read: false } }));
    },
  };
}
