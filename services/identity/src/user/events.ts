import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { z } from 'zod';

/** ISO 8601, UTC. */
const time = z.iso.datetime();
const language = z.enum(['fr', 'en']);
const replacedText = z.object({ from: z.string(), to: z.string() });
const replacedOptional = z.object({ from: z.string().nullable(), to: z.string().nullable() });

/** Facts about a person's account. Everything personal lies in this stream, so that erasing the stream erases it. */
const shapes = {
  UserSignedUp: z.object({
    userId: z.string(),
    email: z.string(),
    username: z.string(),
    /** Argon2id in PHC form. */
    passwordHash: z.string(),
    signedUpAt: time,
  }),
  /** A link to choose a new password is to be mailed. */
  PasswordResetRequested: z.object({
    /** What the token is made from, with a secret that is not in the store. */
    requestId: z.string(),
    /** SHA-256 of the token, base64url. */
    tokenHash: z.string(),
    /** Language of the mail. */
    language,
    requestedAt: time,
    expiresAt: time,
  }),
  /** Ends every session whose password was checked before this event, save the one that is kept. */
  PasswordChanged: z.object({
    passwordHash: z.string(),
    reason: z.enum(['CHANGED', 'RESET']),
    /** Session the change was made in. */
    keptSessionId: z.string().nullable(),
    changedAt: time,
  }),
  /** Holds what was changed and nothing else. */
  ProfileChanged: z.object({
    email: replacedText.exactOptional(),
    username: replacedText.exactOptional(),
    phone: replacedOptional.exactOptional(),
    avatar: replacedOptional.exactOptional(),
    /** Of the person who made the change; the old address is told in it. */
    language,
    changedAt: time,
  }),
  /**
   * Another address is asked for, and is the account's once the link mailed there is opened. The present address is
   * told, with a link that cancels the change. Replaces a request before.
   */
  EmailChangeRequested: z.object({
    /** What both tokens are made from, with a secret that is not in the store. */
    changeId: z.string(),
    /** SHA-256 of the token that confirms, base64url. */
    tokenHash: z.string(),
    /** SHA-256 of the token that cancels. */
    cancelHash: z.string(),
    email: z.string(),
    /** False if the new address has had its share of such letters for now: it gets none of this request. */
    mailed: z.boolean(),
    language,
    requestedAt: time,
    expiresAt: time,
  }),
  EmailChangeCancelled: z.object({ changeId: z.string(), cancelledAt: time }),
  /** A link is to be mailed to the address the account had, with which its person can take the change back. */
  EmailUndoOffered: z.object({
    /** What the token is made from, with a secret that is not in the store. */
    changeId: z.string(),
    /** SHA-256 of the token, base64url. */
    tokenHash: z.string(),
    /** The address before the change, and after it. */
    from: z.string(),
    to: z.string(),
    language,
    offeredAt: time,
    expiresAt: time,
  }),
  /** Address and password are again what they were before the change; every session ends. */
  EmailChangeUndone: z.object({ changeId: z.string(), from: z.string(), to: z.string(), undoneAt: time }),
  AvatarUploaded: z.object({
    /** Below /uploads/. */
    path: z.string(),
    /** An earlier upload that was never chosen and is now gone. */
    discarded: z.string().nullable(),
    uploadedAt: time,
  }),
  /** The account is closed at once; what is left of it is erased after this. */
  ErasureBegun: z.object({ begunAt: time }),
  /** Two SUPERADMINs went at the same moment, and this one turned out to be the last. */
  ErasureCancelled: z.object({ reason: z.literal('LAST_SUPERADMIN'), cancelledAt: time }),
};

export type UserEvent = EventOf<typeof shapes>;
export type UserSignedUp = EventOf<typeof shapes, 'UserSignedUp'>;
export type PasswordResetRequested = EventOf<typeof shapes, 'PasswordResetRequested'>;
export type PasswordChanged = EventOf<typeof shapes, 'PasswordChanged'>;
export type ProfileChanged = EventOf<typeof shapes, 'ProfileChanged'>;
export type EmailChangeRequested = EventOf<typeof shapes, 'EmailChangeRequested'>;
export type EmailUndoOffered = EventOf<typeof shapes, 'EmailUndoOffered'>;
export type AvatarUploaded = EventOf<typeof shapes, 'AvatarUploaded'>;

export const userCodec = eventCodec('user', shapes);
