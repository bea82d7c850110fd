import type { MessageViewFragment } from './message-view.generated.ts';

export type MessageStatus = MessageViewFragment['status'];

export const STATUSES: readonly MessageStatus[] = ['OPEN', 'PENDING', 'RESOLVED'];

/** URL parameter of the message search. */
export const SEARCH_PARAMETER = 'search';

/** The status in the URL; undefined means all. */
export function statusIn(params: URLSearchParams): MessageStatus | undefined {
  return STATUSES.find((status) => status === params.get('status'));
}
