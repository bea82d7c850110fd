import { DomainError } from '@volant/infra/errors/domain-error';
import type { Decider } from '@volant/infra/event-store/command-handler';
import type { MessageEvent, MessageReceived } from './events.ts';
import {
  type ExistingMessage,
  evolve,
  handlerOf,
  NO_MESSAGE,
  type Stage,
  type SupportMessage,
} from './support-message.ts';

export interface ReceiveMessage {
  readonly type: 'ReceiveMessage';
  readonly data: MessageReceived['data'];
}

export interface ChangeStage {
  readonly type: 'ChangeStage';
  readonly data: { readonly stage: Stage };
}

/** Somebody of the support wants to take care of the message. */
export interface ClaimMessage {
  readonly type: 'ClaimMessage';
  readonly data: { readonly userId: string };
}

/** An administrator says who takes care of the message. */
export interface AssignMessage {
  readonly type: 'AssignMessage';
  readonly data: { readonly handlerId: string };
}

/** This person's account is gone. */
export interface RemoveHandler {
  readonly type: 'RemoveHandler';
  readonly data: { readonly userId: string };
}

export type MessageCommand = ReceiveMessage | ChangeStage | ClaimMessage | AssignMessage | RemoveHandler;

/**
 * What a command does to a message, as events; none where it is already so.
 * Whoever sends one has been found to have the role it needs.
 * @throws DomainError when it is refused
 */
export function decide(command: MessageCommand, message: SupportMessage): readonly MessageEvent[] {
  // One that comes again (the answer was lost) finds its message there already.
  if (command.type === 'ReceiveMessage') {
    return message.status === 'none' ? [{ type: 'MessageReceived', data: command.data }] : [];
  }
  if (message.status === 'none') throw new DomainError('MESSAGE_NOT_FOUND');
  switch (command.type) {
    case 'ChangeStage':
      return command.data.stage === message.stage ? [] : [{ type: 'MessageStageChanged', data: command.data }];
    case 'ClaimMessage':
      return claim(command.data.userId, message);
    case 'AssignMessage':
      return handlerOf(message) === command.data.handlerId ? [] : [{ type: 'MessageAssigned', data: command.data }];
    case 'RemoveHandler':
      return handlerOf(message) === command.data.userId ? [{ type: 'HandlerRemoved', data: {} }] : [];
  }
}

export const messageDecider: Decider<SupportMessage, MessageCommand, MessageEvent> = {
  initialState: NO_MESSAGE,
  decide,
  evolve,
  snapshot: { name: 'message', shape: 'OefdLUQdCcTV' },
};

/** The first one wins; for them a second claim is no change. */
function claim(userId: string, message: ExistingMessage): readonly MessageEvent[] {
  const handlerId = handlerOf(message);
  if (handlerId === userId) return [];
  if (handlerId !== undefined) throw new DomainError('MESSAGE_ALREADY_HANDLED');
  return [{ type: 'MessageClaimed', data: { handlerId: userId } }];
}
