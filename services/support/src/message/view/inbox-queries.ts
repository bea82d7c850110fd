import { getInOrder } from '@volant/infra/views/get-in-order';
import { listInOrder, listNewestFirst, mapPart, type Paging } from '@volant/infra/views/newest-first';
import { searchFilter } from '@volant/infra/views/search-filter';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { ExistingMessage, Stage } from '../domain/message.ts';
import type { InboxDocument } from './inbox-document.ts';

/** A message at a version of its stream. */
export interface MessageRecord {
  readonly message: ExistingMessage;
  readonly version: number;
}

export interface InboxFilter {
  readonly senderId?: string;
  readonly stage?: Stage | undefined;
  /** By `searchTerms`. */
  readonly search?: readonly string[];
}

export function createInboxQueries(view: View<InboxDocument>) {
  const idsOf = async (filter: ViewFilter) => (await view.findFields(filter, ['_id'])).map(({ _id }) => _id);

  return {
    /** In the order of the ids; undefined for a message that does not exist. */
    async byIds(ids: readonly string[]) {
      return (await getInOrder(view, ids)).map((document) => document && record(document));
    },

    /** By default newest first: for the support by when senders began to wait, for a sender by when they wrote. */
    async list({ senderId, stage, search = [] }: InboxFilter, paging: Paging, oldestFirst = false) {
      const matching: ViewFilter = {
        ...(senderId === undefined ? {} : { senderId }),
        ...(stage === undefined ? {} : { stage }),
        ...searchFilter(search),
      };
      const time = senderId === undefined ? 'waitingSince' : 'receivedAt';
      const part = oldestFirst
        ? await listInOrder(view, { field: time, descending: false }, matching, paging, SHOWN)
        : await listNewestFirst(view, time, matching, paging, SHOWN);
      return mapPart(part, record);
    },

    /** Ids of the messages sent from an account. */
    sentBy: (userId: string) => idsOf({ senderId: userId }),
    /** Ids of the messages a person handles. */
    handledBy: (userId: string) => idsOf({ handlerId: userId }),
  };
}

export type InboxQueries = ReturnType<typeof createInboxQueries>;

/** The other fields of a document serve only filters and search. */
const SHOWN = ['message', 'version'] as const;

function record({ message, version }: Pick<InboxDocument, (typeof SHOWN)[number]>): MessageRecord {
  return { message, version };
}
