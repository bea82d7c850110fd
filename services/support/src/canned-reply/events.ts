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
