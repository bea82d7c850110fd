import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import type { MessageEvent, MessageReceived } from './events.ts';
import {
  type ExistingMessage,
  evolve,
  handlerOf,
  NO_MESSAGE,
  type Stage,
  type SupportMessage,
} from './support-message.ts';

interface Commands {
  readonly ReceiveMessage: MessageReceived['data'];
  readonly ChangeStage: { readonly stage: Stage };
  /** A staff member takes over the message. */
  readonly ClaimMessage: { readonly userId: string };
  /** An administrator chooses the handler of the message. */
  readonly AssignMessage: { readonly handlerId: string };
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
  snapshot: { name: 'message', shape: 'hYrcO_VkT39r' },
};

/** The first claim wins; the handler's second claim changes nothing. */
function claim(userId: string, message: ExistingMessage): readonly MessageEvent[] {
  const handlerId = handlerOf(message);
  if (handlerId === userId) return [];
  if (handlerId !== undefined) throw new DomainError('MESSAGE_ALREADY_HANDLED');
  return [{ type: 'MessageClaimed', data: { handlerId: userId } }];
}
