import type { TextKey } from '../../i18n/text-key.ts';
import type { MessageViewFragment } from './message-view.generated.ts';

export type MessageStatus = MessageViewFragment['status'];

export const STATUSES: readonly MessageStatus[] = ['OPEN', 'PENDING', 'RESOLVED'];

export const STATUS_WORDS: Readonly<Record<MessageStatus, TextKey>> = {
  OPEN: 'support.status.OPEN',
  PENDING: 'support.status.PENDING',
  RESOLVED: 'support.status.RESOLVED',
};

/** Plural labels. */
export const STATUS_FILTERS: Readonly<Record<MessageStatus, TextKey>> = {
  OPEN: 'support.several.OPEN',
  PENDING: 'support.several.PENDING',
  RESOLVED: 'support.several.RESOLVED',
};

/** URL parameter of the message search. */
export const SEARCH_PARAMETER = 'search';

/** The status in the URL; undefined means all. */
export function statusIn(params: URLSearchParams): MessageStatus | undefined {
  return STATUSES.find((status) => status === params.get('status'));
}
