import type { MessageViewFragment } from './message-view.generated.ts';

export type MessageStatus = MessageViewFragment['status'];

export const STATUSES: readonly MessageStatus[] = ['OPEN', 'PENDING', 'RESOLVED', 'SUSPECTED'];

/** URL parameter of the message search. */
export const SEARCH_PARAMETER = 'search';

/** The status in the URL; undefined means all. Without one, the messages that wait for an answer. */
export function statusIn(params: URLSearchParams): MessageStatus | undefined {
  const value = params.get('status');
  return value === 'ALL' ? undefined : (STATUSES.find((status) => status === value) ?? 'OPEN');
}
