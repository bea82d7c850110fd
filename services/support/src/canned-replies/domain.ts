import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommandOf, Decider } from '@volant/infra/event-store/command-handler';
import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';

const shapes = {
  /** Somebody of the support wrote or rewrote it. A deletion erases the stream. */
  CannedReplySaved: z.object({
    name: z.string(),
    /** One for each language it is written in. */
    texts: z.array(z.object({ language: z.enum(languagesWith('mails')), text: z.string() })),
  }),
};

export type CannedReplyEvent = EventOf<typeof shapes>;
export type CannedContent = CannedReplyEvent['data'];

export const cannedReplyCodec = eventCodec('canned reply', shapes);

export const { of: cannedReplyStream, idIn: cannedReplyOfStream } = streamKind('canned-reply-');

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
