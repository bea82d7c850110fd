import type { Commit } from '@volant/infra/event-store/event-store';
import { foldCommits } from '@volant/infra/event-store/load-stream';
import { searchable } from '@volant/infra/text/searchable';
import type { ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { messageDecider } from '../domain/decide.ts';
import { messageCodec } from '../domain/events.ts';
import { type ExistingMessage, handlerOf, messageOfStream, type Stage } from '../domain/message.ts';

export const INBOX_VIEW: ViewDefinition = {
  name: 'inbox-7',
  shape: 'Q4q9dPlR2uDD',
  indexes: ['receivedAt', 'waitingSince', 'stage', 'senderId', 'handlerId'],
  texts: ['text'],
};

/** A message's whole state, for further folding, with the fields that lists filter by. */
export interface InboxDocument extends ViewDocument {
  /** Version of the message's stream; commits up to it have been applied. */
  readonly version: number;
  readonly message: ExistingMessage;
  readonly receivedAt: string;
  readonly waitingSince: string;
  readonly stage: Stage;
  readonly senderId: string | null;
  readonly handlerId: string | null;
  /** Searchable text. */
  readonly text: string;
}

/** Applies a commit to the view; idempotent for commits it already holds. */
export async function applyToInbox(view: WritableView<InboxDocument>, commit: Commit): Promise<void> {
  const messageId = messageOfStream(commit.streamId);
  if (messageId === undefined) return;
  const known = await view.get(messageId);
  if (known !== undefined && commit.version <= known.version) return;
  // A replayed commit of a message whose erasure was already applied.
  if (known === undefined && commit.events[0]?.type !== 'MessageReceived') return;

  const message = foldCommits(messageDecider, messageCodec, [commit], known?.message);
  if (message.status === 'none') await view.remove(messageId);
  else await view.put(inboxDocument(message, commit.version));
}

function inboxDocument(message: ExistingMessage, version: number): InboxDocument {
  const { messageId, receivedAt, waitingSince, stage, senderId, subject, name, email } = message;
  return {
    _id: messageId,
    version,
    message,
    receivedAt,
    waitingSince,
    stage,
    senderId,
    handlerId: handlerOf(message) ?? null,
    text: searchable([messageId, subject, name, email].join('\n')),
  };
}
