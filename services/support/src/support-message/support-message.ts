import { streamKind } from '@volant/infra/event-store/stream-kind';
import type { MessageEvent, REPORT_REASONS, STAGES } from './events.ts';

/** Progress of the work on a message; the API and the UI call it status. */
export type Stage = (typeof STAGES)[number];

export type ReportReason = (typeof REPORT_REASONS)[number];

/** A page that a visitor reports, and why. */
export interface PageReport {
  readonly pageId: string;
  readonly reason: ReportReason;
}

/** The sender's form. */
export interface Content {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly body: string;
  readonly report?: PageReport | undefined;
}

interface MessageFacts extends Content {
  readonly messageId: string;
  /** Account of the sender, if signed in. */
  readonly senderId: string | null;
  readonly receivedAt: string;
  readonly stage: Stage;
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
  if (event.type === 'MessageReceived') return { ...event.data, status: 'unhandled', stage: 'OPEN' };
  if (message.status === 'none') throw new Error(`${event.type} before MessageReceived`);
  switch (event.type) {
    case 'MessageStageChanged':
      return { ...message, stage: event.data.stage };
    case 'MessageClaimed':
    case 'MessageAssigned':
      return { ...message, status: 'handled', handlerId: event.data.handlerId };
    case 'HandlerRemoved':
      return unhandled(message);
  }
}

function unhandled(message: ExistingMessage): UnhandledMessage {
  if (message.status === 'unhandled') return message;
  const { handlerId: _, ...facts } = message;
  return { ...facts, status: 'unhandled' };
}
