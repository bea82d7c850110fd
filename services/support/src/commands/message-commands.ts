import { DomainError } from '@volant/infra/errors/domain-error';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin } from '@volant/infra/graphql/request-origin';
import type { Mail } from '@volant/infra/mail/mail';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import type { View } from '@volant/infra/views/view-store';
import type { Language } from '@volant/proto/text/languages';
import type { ReadLetter } from '../letters/letter-reader.ts';
import type { ContactLimits } from '../limits/contact-limits.ts';
import { type MessageCommand, messageDecider } from '../support-message/decide.ts';
import { messageCodec } from '../support-message/events.ts';
import { messageStream } from '../support-message/support-message.ts';
import type { AnnouncementDocument } from '../views/announcements/announcements.ts';
import type { CannedReply } from '../views/canned-replies/canned-replies.ts';
import type { MessageRecord } from '../views/inbox/inbox-queries.ts';
import type { BlockedSenders } from './blocked-senders.ts';
import type { ErasedUsers } from './erased-users.ts';
import type { Writers } from './writers.ts';

export interface CommandPorts extends Pick<ServicePorts, 'eventStore' | 'clock' | 'newId' | 'log'> {
  /** Absent in an installation that sends no replies. */
  readonly mail?: Mail | undefined;
  /** Absent without a mailbox that receives answers. */
  readonly readLetter?: ReadLetter | undefined;
  /** Secret of the operator's mail server; letters from it are refused without one. */
  readonly inboundSecret?: string | undefined;
  readonly blocked: BlockedSenders;
  readonly limits: ContactLimits;
  readonly writers: Writers;
  readonly cannedReplies: () => Promise<readonly CannedReply[]>;
  readonly announcements: View<AnnouncementDocument>;
  readonly erasedUsers: ErasedUsers;
  /** Resolves once this service's views hold the commit. */
  readonly waitForViews: (position: number) => Promise<void>;
  /** Whether a person's role allows handling messages. */
  readonly isStaff: (userId: string) => Promise<boolean>;
}

/** The sender of a command, and the request it came in. */
export interface Caller extends Omit<RequestOrigin, 'language'> {
  /** User id; undefined for an anonymous caller. */
  readonly userId: string | undefined;
  readonly language?: Language;
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
