import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import type { CannedContent, CannedReplyEvent } from './events.ts';

interface Commands {
  readonly CreateCannedReply: CannedContent;
  readonly ChangeCannedReply: CannedContent;
}

export type CannedReplyCommand = CommandOf<Commands>;

/** The content of a canned reply; undefined if it was never written, or is deleted. */
export const cannedReplyDecider: Decider<CannedContent | undefined, CannedReplyCommand, CannedReplyEvent> = {
  initialState: undefined,
  decide({ type, data }, content) {
    if (type === 'ChangeCannedReply' && content === undefined) throw new DomainError('CANNED_REPLY_NOT_FOUND');
    return isDeepStrictEqual(data, content) ? [] : [{ type: 'CannedReplySaved', data }];
  },
  evolve: (_, { data }) => data,
};
