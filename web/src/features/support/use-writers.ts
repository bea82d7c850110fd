import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../session/use-session.ts';
import { AnnounceReplyDocument, WritersDocument } from './use-writers.generated.ts';

/** The server forgets a writer after 25 seconds. */
const ANNOUNCE_EVERY_MS = 10_000;
/** A text that nobody goes on with does not keep others away. */
const IDLE_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 5_000;

/** Announces that a text is being written to a message, until it is empty or left. A failure announces nothing. */
export function useAnnounced(id: string, text: string): void {
  const client = useApolloClient();
  const changedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of the last change of the text
  useEffect(() => {
    changedAt.current = Date.now();
  }, [text]);
  const writing = text.trim() !== '';
  useEffect(() => {
    if (!writing) return;
    const announce = (still: boolean) =>
      client.mutate({ mutation: AnnounceReplyDocument, variables: { id, writing: still } }).catch(() => {});
    void announce(true);
    const timer = setInterval(() => {
      if (Date.now() < changedAt.current + IDLE_AFTER_MS) void announce(true);
    }, ANNOUNCE_EVERY_MS);
    return () => {
      clearInterval(timer);
      void announce(false);
    };
  }, [client, id, writing]);
}

/**
 * Names of the others who are writing to a message; looks only while the tab is seen.
 * @param onDone called when the last of them is done, and may have sent something
 */
export function useWriters(id: string, onDone: () => void): readonly string[] {
  const me = useSession()?.user.id;
  const { data } = useQuery(WritersDocument, {
    variables: { id },
    fetchPolicy: 'cache-first',
    pollInterval: LOOK_EVERY_MS,
    skipPollAttempt: () => document.hidden,
  });
  const others = (data?.supportMessage.writers ?? []).filter((writer) => writer.id !== me);
  const count = others.length;
  const before = useRef(0);
  useEffect(() => {
    if (count === 0 && before.current > 0) onDone();
    before.current = count;
  }, [count, onDone]);
  return others.flatMap(({ username }) => username ?? []);
}
