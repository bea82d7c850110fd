import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import type { LetterReceived, MessageEvent, MessageReceived } from './events.ts';
import {
  type ExistingMessage,
  evolve,
  handlerOf,
  NO_MESSAGE,
  type StaffEntry,
  type Stage,
  type SupportMessage,
} from './message.ts';

interface Commands {
  readonly ReceiveMessage: MessageReceived['data'];
  readonly ChangeStage: { readonly stage: Stage };
  /** A staff member takes over the message. */
  readonly ClaimMessage: { readonly userId: string };
  /** An administrator chooses the handler of the message. */
  readonly AssignMessage: { readonly handlerId: string };
  readonly SendReply: {
    readonly entry: Omit<StaffEntry, 'kind'>;
    readonly stage?: Stage | undefined;
    /** Number of entries of the thread that the writer has seen; not compared if absent. */
    readonly seen?: number | undefined;
  };
  readonly AddNote: { readonly entry: Omit<StaffEntry, 'kind'> };
  readonly ReceiveLetter: LetterReceived['data'];
  readonly MarkRead: { readonly read: boolean };
  /** The handler's account was erased. */
  readonly RemoveHandler: { readonly userId: string };
}

export type MessageCommand = CommandOf<Commands>;

/**
 * Decides the events of a command; none if nothing changes. The caller's role was checked before.
 * @throws DomainError if the command is refused
 */
export function decide(command: MessageCommand, message: SupportMessage): readonly MessageEvent[] {
  // A retry (after its response was lost) finds the message already received.
  if (command.type === 'ReceiveMessage') {
    return message.status === 'none' ? [{ type: 'MessageReceived', data: command.data }] : [];
  }
  if (message.status === 'none') throw new DomainError('MESSAGE_NOT_FOUND');
  switch (command.type) {
    case 'ChangeStage':
      return stageChange(command.data.stage, message);
    case 'ClaimMessage':
      return claim(command.data.userId, message);
    case 'AssignMessage':
      return handlerOf(message) === command.data.handlerId ? [] : [{ type: 'MessageAssigned', data: command.data }];
    case 'RemoveHandler':
      return handlerOf(message) === command.data.userId ? [{ type: 'HandlerRemoved', data: {} }] : [];
    case 'SendReply':
      return reply(command.data, message);
    case 'AddNote':
      return isKnown(command.data.entry, withRoom(message)) ? [] : [{ type: 'NoteAdded', data: command.data.entry }];
    case 'ReceiveLetter':
      return receiveMail(command.data, message);
    case 'MarkRead':
      return message.unread === !command.data.read ? [] : [{ type: 'MessageRead', data: command.data }];
  }
}

export const messageDecider: Decider<SupportMessage, MessageCommand, MessageEvent> = {
  initialState: NO_MESSAGE,
  decide,
  evolve,
  snapshot: { name: 'message', shape: 'idYuqiHYjJSm' },
};

/** Entries of one thread; more come from machines. */
export const LONGEST_THREAD = 100;

/** Mails of programs in one thread. */
const MOST_AUTOMATIC = 20;

/** @throws DomainError THREAD_FULL */
function withRoom(message: ExistingMessage): ExistingMessage {
  if (message.thread.length >= LONGEST_THREAD) throw new DomainError('THREAD_FULL', { limit: LONGEST_THREAD });
  return message;
}

function isKnown({ id }: { readonly id: string }, { thread }: ExistingMessage): boolean {
  return thread.some((entry) => entry.id === id);
}

function reply({ entry, stage, seen }: Commands['SendReply'], message: ExistingMessage): readonly MessageEvent[] {
  if (message.email === '') throw new DomainError('MESSAGE_WITHOUT_ADDRESS');
  if (isKnown(entry, withRoom(message))) return [];
  if (seen !== undefined && seen < message.thread.length) throw new DomainError('THREAD_CHANGED');
  return [{ type: 'ReplySent', data: entry }, ...stageChange(stage ?? message.stage, message)];
}

/** A mail counts once. The answer of a person opens the message again. */
function receiveMail(mail: LetterReceived['data'], message: ExistingMessage): readonly MessageEvent[] {
  if (isKnown(mail, message)) return [];
  refuseTooMany(mail, message);
  const stage = mail.kind === 'ANSWER' ? 'OPEN' : message.stage;
  // A change of the stage reads the message; the mail comes after it.
  return [...stageChange(stage, withRoom(message)), { type: 'LetterReceived', data: mail }];
}

/** Mails of machines must not fill the thread. @throws DomainError THREAD_FULL */
function refuseTooMany({ kind }: LetterReceived['data'], { thread }: ExistingMessage): void {
  if (kind === 'ANSWER') return;
  const automatic = thread.filter((entry) => entry.kind !== 'ANSWER' && !('authorId' in entry));
  if (automatic.length >= MOST_AUTOMATIC) throw new DomainError('THREAD_FULL', { limit: MOST_AUTOMATIC });
}

function stageChange(stage: Stage, message: ExistingMessage): readonly MessageEvent[] {
  return stage === message.stage ? [] : [{ type: 'MessageStageChanged', data: { stage } }];
}

/** The first claim wins; the handler's second claim changes nothing. */
function claim(userId: string, message: ExistingMessage): readonly MessageEvent[] {
  const handlerId = handlerOf(message);
  if (handlerId === userId) return [];
  if (handlerId !== undefined) throw new DomainError('MESSAGE_ALREADY_HANDLED');
  return [{ type: 'MessageClaimed', data: { handlerId: userId } }];
}
