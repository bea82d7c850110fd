import { DomainError } from '@volant/infra/errors/domain-error';
import type { View, ViewFilter } from '@volant/infra/views/view-store';
import type { ExistingMessage, Stage } from '../../support-message/support-message.ts';
import { type Cursor, cursorOf } from './cursor.ts';
import type { InboxDocument } from './inbox-document.ts';

/** A message as it was at a version of its stream. */
export interface MessageRecord {
  readonly message: ExistingMessage;
  readonly version: number;
}

export interface MessageList {
  readonly records: readonly MessageRecord[];
  readonly total: number;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

export const MAX_MESSAGES_LISTED = 10_000;

export interface InboxQueries {
  /** Answers in the order of the ids, undefined where there is no such message. */
  byIds(ids: readonly string[]): Promise<readonly (MessageRecord | undefined)[]>;
  /** Newest first. */
  list(stage: Stage | undefined, first: number, after: Cursor | undefined): Promise<MessageList>;
  /** Ids of the messages sent from an account. */
  sentBy(userId: string): Promise<readonly string[]>;
  /** Ids of the messages a person takes care of. */
  handledBy(userId: string): Promise<readonly string[]>;
}

export function createInboxQueries(view: View<InboxDocument>): InboxQueries {
  const idsOf = async (filter: ViewFilter) => (await view.find(filter)).map(({ _id }) => _id);

  return {
    async byIds(ids) {
      const found = new Map((await view.getMany(ids)).map((document) => [document._id, record(document)]));
      return ids.map((id) => found.get(id));
    },

    async list(stage, first, after) {
      if (!Number.isInteger(first) || first < 1 || first > MAX_MESSAGES_LISTED) {
        throw new DomainError('VALIDATION_FAILED', { field: 'first' });
      }
      const wanted: ViewFilter = stage === undefined ? {} : { stage };
      const [found, total] = await Promise.all([
        view.find(after === undefined ? wanted : { $and: [wanted, olderThan(after)] }, {
          sort: { receivedAt: -1 },
          limit: first + 1,
        }),
        view.count(wanted),
      ]);
      const documents = found.slice(0, first);
      const last = documents.at(-1);
      return {
        records: documents.map(record),
        total,
        endCursor: last === undefined ? null : cursorOf({ receivedAt: last.receivedAt, messageId: last._id }),
        hasNextPage: found.length > first,
      };
    },

    sentBy: (userId) => idsOf({ senderId: userId }),
    handledBy: (userId) => idsOf({ handlerId: userId }),
  };
}

function record({ message, version }: InboxDocument): MessageRecord {
  return { message, version };
}

/** Messages received at one moment are told apart by their id, in the order the view sorts them. */
function olderThan({ receivedAt, messageId }: Cursor): ViewFilter {
  return { $or: [{ receivedAt: { $lt: receivedAt } }, { receivedAt, _id: { $gt: messageId } }] };
}
