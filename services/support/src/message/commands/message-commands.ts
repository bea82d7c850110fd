import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin } from '@volant/infra/graphql/request-origin';
import type { Language } from '@volant/proto/text/languages';
import { type MessageCommand, messageDecider } from '../domain/decide.ts';
import { messageCodec } from '../domain/events.ts';
import type { ReadMail } from '../domain/incoming-mail.ts';
import { messageStream } from '../domain/message.ts';
import type { SupportPorts, SupportSettings } from '../ports.ts';
import type { InboxQueries, MessageRecord } from '../view/inbox-queries.ts';
import type { BlockedSenders } from './blocked-senders.ts';
import type { ErasedUsers } from './erased-users.ts';

/** What the service offers its features. */
export interface CommandPorts extends SupportPorts {
  readonly settings: SupportSettings;
  readonly queries: InboxQueries;
  /** Reads a mail from outside; absent without a mailbox that receives answers. */
  readonly readMail?: ReadMail | undefined;
  readonly blocked: BlockedSenders;
  readonly erasedUsers: ErasedUsers;
  /** Runs changes one after the other, so that concurrent ones cannot exceed a number that a view tells. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  /** Resolves once this service's views hold the commit. */
  readonly waitForViews: (position: number) => Promise<void>;
  /** Resolves once the views hold every commit of the store; rejects if that takes too long. */
  readonly viewsHoldAll: () => Promise<void>;
  /** Whether a person's role allows handling messages. */
  readonly isStaff: (userId: string) => Promise<boolean>;
}

/** The sender of a command, and the request it came in. */
export interface Caller extends Omit<RequestOrigin, 'language'> {
  /** User id; undefined for an anonymous caller. */
  readonly userId: string | undefined;
  readonly language?: Language;
}

/** A caller who was checked to be support staff. */
export interface StaffCaller extends Caller {
  readonly userId: string;
}

/** An id that is stable over retries of a request; a new one without an idempotency key. */
export function repeatable(
  { newId }: Pick<CommandPorts, 'newId'>,
  { idempotencyKey, userId = 'nobody' }: Caller,
  ...purpose: readonly string[]
): string {
  return repeatableId(newId, idempotencyKey, userId, ...purpose);
}

export async function loadMessage(
  { eventStore }: Pick<CommandPorts, 'eventStore'>,
  messageId: string,
): Promise<MessageRecord | undefined> {
  const { state, version } = await loadStream(eventStore, messageDecider, messageCodec, messageStream(messageId));
  return state.status === 'none' ? undefined : { message: state, version };
}

/** A message after a command, and the position of its commit; undefined if nothing was written. */
export interface Handled extends MessageRecord {
  readonly position: number | undefined;
}

/**
 * Sends a command to one message and waits until the caller can read its result.
 * @throws DomainError of the decider, or CONFLICT after four version conflicts
 */
export async function sendToMessage(
  ports: Pick<CommandPorts, 'eventStore' | 'clock' | 'newId' | 'waitForViews'>,
  messageId: string,
  command: MessageCommand,
  caller: Caller,
  admit?: () => Promise<void>,
): Promise<Handled> {
  const { eventStore, clock, newId, waitForViews } = ports;
  const context = {
    // The name of the stream makes receiving a message unique; a new command id makes a second attempt report that it
    // wrote nothing.
    commandId:
      command.type === 'ReceiveMessage'
        ? newId()
        : repeatable(ports, caller, command.type, messageId, JSON.stringify(command.data)),
    meta: { actor: caller.userId ?? 'anonymous', correlationId: caller.correlationId },
    at: clock(),
    ...(admit && { admit }),
  };
  const streamId = messageStream(messageId);
  const done = await handleCommand(eventStore, messageDecider, messageCodec, streamId, command, context, newId);
  if (done.state.status === 'none') throw new DomainError('MESSAGE_NOT_FOUND');
  if (done.position !== undefined) await waitForViews(done.position);
  return { message: done.state, version: done.version, position: done.position };
}

export async function removeHandler(
  ports: Pick<CommandPorts, 'eventStore' | 'clock' | 'newId' | 'waitForViews'>,
  messageId: string,
  userId: string,
): Promise<void> {
  const system = { userId: 'system', address: '', correlationId: ports.newId(), idempotencyKey: undefined };
  await sendToMessage(ports, messageId, { type: 'RemoveHandler', data: { userId } }, system);
}
