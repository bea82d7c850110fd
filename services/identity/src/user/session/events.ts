import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';

/**
 * A session has its own stream, so that logging in does not contend on the user's stream.
 *
 * `userVersion` is the version of the user's stream at which the password was checked. An event there that ends all of
 * a person's sessions (a new password) ends every session with a lower `userVersion`, at once and in one append,
 * including one that is being opened with the old password concurrently.
 */
const shapes = {
  SessionOpened: z.object({
    sessionId: z.string(),
    userId: z.string(),
    userVersion: z.int().positive(),
    remembered: z.boolean(),
    /** ISO 8601, UTC. */
    openedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Opened through the issuer, which has to confirm it again and again. */
    issued: z
      .object({
        /** Digest of the id of the session there; null if it has none. */
        session: z.string().nullable(),
        /** The refresh token, encrypted with a key that is not in the store; null without one. */
        sealed: z.string().nullable(),
      })
      .exactOptional(),
  }),
  /** The issuer still lets the person in. */
  SessionConfirmed: z.object({ sessionId: z.string(), sealed: z.string(), confirmedAt: z.iso.datetime() }),
  SessionEnded: z.object({
    sessionId: z.string(),
    reason: z.enum(['LOGGED_OUT', 'ISSUER']),
    endedAt: z.iso.datetime(),
  }),
};

export type SessionEvent = EventOf<typeof shapes>;
export type SessionOpened = EventOf<typeof shapes, 'SessionOpened'>;
export type SessionConfirmed = EventOf<typeof shapes, 'SessionConfirmed'>;
export type SessionEnded = EventOf<typeof shapes, 'SessionEnded'>;

export const sessionCodec = eventCodec('session', shapes);
