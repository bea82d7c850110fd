import type { Commit } from '@volant/infra/event-store/event-store';
import type { Occurrences, StreamReader } from '../page/occurrences.ts';
import type { Occurrence, SentType } from './endpoints.ts';

const NAMES: Readonly<Record<SentType, string>> = {
  PAGE_CLAIMED: 'page.claimed',
  PAGE_CHANGED: 'page.changed',
  BATCH_MADE: 'batch.made',
  MESSAGE_RECEIVED: 'message.received',
  TEST: 'webhook.test',
};

/** The occurrence of a commit; at most one. */
export function occurrenceIn(features: readonly Occurrences[], commit: Commit): Occurrence | undefined {
  const { streamId, version, at, events } = commit;
  const [first] = events;
  const type = of(features, streamId)?.typeOf(commit);
  return type === undefined || first === undefined ? undefined : { eventId: first.id, type, streamId, version, at };
}

/** The body of a message, the same in every attempt; undefined if its subject has been erased. */
export async function bodyOf(
  features: readonly Occurrences[],
  store: StreamReader,
  occurrence: Occurrence,
): Promise<string | undefined> {
  const { type, streamId, at: timestamp } = occurrence;
  const data = type === 'TEST' ? {} : await of(features, streamId)?.dataOf(store, occurrence);
  return data && JSON.stringify({ type: NAMES[type], timestamp, data });
}

function of(features: readonly Occurrences[], streamId: string): Occurrences | undefined {
  return features.find(({ idIn }) => idIn(streamId) !== undefined);
}
