import { streamKind } from '@volant/infra/event-store/stream-kind';
import type {
  LetterReceived,
  MAIL_KINDS,
  MessageEvent,
  MessageReceived,
  REPORT_REASONS,
  STAGES,
  StaffWrote,
} from './events.ts';

/** Progress of the work on a message; the API and the UI call it status. */
export type Stage = (typeof STAGES)[number];

export type ReportReason = (typeof REPORT_REASONS)[number];

export type MailKind = (typeof MAIL_KINDS)[number];

/** Written by a person of the support: a reply by mail, or a note for their own. */
export interface StaffEntry extends StaffWrote {
  readonly kind: 'REPLY' | 'NOTE';
}

/** A mail from outside follows as it was received. */
export type ThreadEntry = StaffEntry | LetterReceived['data'];

/** The sender's form. */
export type Content = Pick<MessageReceived['data'], 'name' | 'email' | 'subject' | 'body' | 'report'>;

interface MessageFacts extends Omit<MessageReceived['data'], 'receipt' | 'suspected'> {
  /** When the sender wrote what the support has not dealt with yet; once it has, when they last began to wait. */
  readonly waitingSince: string;
  /** The support replied or left the stage OPEN since the sender last wrote. */
  readonly dealtWith: boolean;
  readonly stage: Stage;
  /** What followed the message, oldest first. */
  readonly thread: readonly ThreadEntry[];
  /** Nobody of the support has read the newest from outside. */
  readonly unread: boolean;
}

export interface NoMessage {
  readonly status: 'none';
}

export interface UnhandledMessage extends MessageFacts {
  readonly status: 'unhandled';
}

export interface HandledMessage extends MessageFacts {
  readonly status: 'handled';
  readonly handlerId: string;
}

export type ExistingMessage = UnhandledMessage | HandledMessage;
export type SupportMessage = NoMessage | ExistingMessage;

export const NO_MESSAGE: NoMessage = { status: 'none' };

export const { of: messageStream, idIn: messageOfStream } = streamKind('message-');

export function handlerOf(message: ExistingMessage): string | undefined {
  return message.status === 'handled' ? message.handlerId : undefined;
}

/**
 * Applies an event to a message.
 * @throws if the event cannot follow, which means that the stream is broken
 */
export function evolve(message: SupportMessage, event: MessageEvent): SupportMessage {
  if (event.type === 'MessageReceived') {
    const { receipt: _, suspected, ...data } = event.data;
    const stage = suspected === true ? 'SUSPECTED' : 'OPEN';
    const waitingSince = data.receivedAt;
    return { ...data, status: 'unhandled', waitingSince, dealtWith: false, stage, thread: [], unread: true };
  }
  if (message.status === 'none') throw new Error(`${event.type} before MessageReceived`);
  switch (event.type) {
    case 'MessageStageChanged':
      return {
        ...message,
        stage: event.data.stage,
        dealtWith: message.dealtWith || event.data.stage !== 'OPEN',
        unread: false,
      };
    case 'MessageClaimed':
    case 'MessageAssigned':
      return { ...message, status: 'handled', handlerId: event.data.handlerId, unread: false };
    case 'HandlerRemoved':
      return unhandled(message);
    case 'ReplySent':
      return {
        ...message,
        thread: [...message.thread, { kind: 'REPLY', ...event.data }],
        dealtWith: true,
        unread: false,
      };
    case 'NoteAdded':
      return { ...message, thread: [...message.thread, { kind: 'NOTE', ...event.data }] };
    case 'LetterReceived':
      return {
        ...message,
        ...(event.data.kind === 'ANSWER' && answered(message, event.data.at)),
        thread: [...message.thread, event.data],
        unread: message.unread || needsReading(event.data),
      };
    case 'MessageRead':
      return { ...message, unread: !event.data.read };
  }
}

/** A mail that only informs must not draw anybody to the message. */
function needsReading({ kind, doubtful }: LetterReceived['data']): boolean {
  return doubtful === true || (kind !== 'AUTOMATIC' && kind !== 'DELAY');
}

/** A second mail of a waiting sender does not put the promise off. */
function answered({ dealtWith, waitingSince }: ExistingMessage, at: string) {
  return { waitingSince: dealtWith ? at : waitingSince, dealtWith: false };
}

/** Whether a reply followed everything from the sender. */
export function isReplied({ thread }: ExistingMessage): boolean {
  return thread.findLast(({ kind }) => kind === 'REPLY' || kind === 'ANSWER')?.kind === 'REPLY';
}

function unhandled(message: ExistingMessage): UnhandledMessage {
  if (message.status === 'unhandled') return message;
  const { handlerId: _, ...facts } = message;
  return { ...facts, status: 'unhandled' };
}
