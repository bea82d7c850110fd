import { SCOPE_NAMES } from '@volant/infra/auth/scopes';
import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';

/** All tokens share one stream, because their number is limited. It has hashes of tokens, and no token. */
const shapes = {
  /** Requires a mail. */
  ApiTokenAdded: z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPE_NAMES)),
    /** SHA-256. */
    hash: z.string(),
    /** The administrator that it calls as. */
    userId: z.string(),
    /** Of the mail to the administrator; of earlier tokens none was sent. */
    language: z.enum(languagesWith('mails')).exactOptional(),
    addedAt: z.iso.datetime(),
    endsAt: z.iso.datetime().nullable(),
  }),
  /** The first use of a day. */
  ApiTokenUsed: z.object({ id: z.string(), day: z.iso.date() }),
  ApiTokenRevoked: z.object({ id: z.string(), hash: z.string(), revokedAt: z.iso.datetime() }),
};

export type ApiTokenEvent = EventOf<typeof shapes>;
export type ApiTokenAdded = EventOf<typeof shapes, 'ApiTokenAdded'>;

export const apiTokenCodec = eventCodec('api tokens', shapes);

export const API_TOKENS_STREAM = 'api-tokens';
