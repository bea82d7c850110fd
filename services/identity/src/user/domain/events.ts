import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { languagesWith } from '@volant/proto/text/languages';
import { z } from 'zod';

/** ISO 8601, UTC. */
const time = z.iso.datetime();
/** Of a mail. */
const language = z.enum(languagesWith('mails'));
const replacedText = z.object({ from: z.string(), to: z.string() });
const replacedOptional = z.object({ from: z.string().nullable(), to: z.string().nullable() });

/** Facts about a person's account. All personal data is in this stream, so that erasing the stream erases it. */
const shapes = {
  UserSignedUp: z.object({
    userId: z.string(),
    email: z.string(),
    username: z.string(),
    /** Argon2id in PHC format. */
    passwordHash: z.string(),
    /** Of the request. */
    language: language.exactOptional(),
    /** Opened by the operator, who vouches for the address. */
    vouched: z.literal(true).exactOptional(),
    signedUpAt: time,
  }),
  /** Requires a mail with a link to choose a new password. */
  PasswordResetRequested: z.object({
    /** The token is derived from this id and a secret that is not in the store. */
    requestId: z.string(),
    /** SHA-256 of the token, base64url. */
    tokenHash: z.string(),
    /** Language of the mail. */
    language,
    requestedAt: time,
    expiresAt: time,
  }),
  /** Ends every session whose password was checked before this event, except the kept one. */
  PasswordChanged: z.object({
    passwordHash: z.string(),
    reason: z.enum(['CHANGED', 'RESET']),
    /** Session that made the change. */
    keptSessionId: z.string().nullable(),
    changedAt: time,
  }),
  /** Contains only the changed fields. */
  ProfileChanged: z.object({
    email: replacedText.exactOptional(),
    username: replacedText.exactOptional(),
    phone: replacedOptional.exactOptional(),
    avatar: replacedOptional.exactOptional(),
    /** Of the person who made the change; also of the mail to the old address. */
    language,
    changedAt: time,
  }),
  /**
   * Another address is requested, and takes effect when the link mailed to it is opened. The present address is mailed
   * a link that cancels the change. Replaces an earlier request.
   */
  EmailChangeRequested: z.object({
    /** Both tokens are derived from this id and a secret that is not in the store. */
    changeId: z.string(),
    /** SHA-256 of the confirming token, base64url. */
    tokenHash: z.string(),
    /** SHA-256 of the cancelling token. */
    cancelHash: z.string(),
    email: z.string(),
    /** False if the new address has reached its limit of such mails: it gets none for this request. */
    mailed: z.boolean(),
    language,
    requestedAt: time,
    expiresAt: time,
  }),
  EmailChangeCancelled: z.object({ changeId: z.string(), cancelledAt: time }),
  /** Requires a mail to the former address with a link that undoes the change. */
  EmailUndoOffered: z.object({
    /** The token is derived from this id and a secret that is not in the store. */
    changeId: z.string(),
    /** SHA-256 of the token, base64url. */
    tokenHash: z.string(),
    /** Addresses before and after the change. */
    from: z.string(),
    to: z.string(),
    language,
    offeredAt: time,
    expiresAt: time,
  }),
  /** Restores address and password as they were before the change; every session ends. */
  EmailChangeUndone: z.object({ changeId: z.string(), from: z.string(), to: z.string(), undoneAt: time }),
  /** Whether the person wants a letter each week, in the language of the request. */
  WeeklyLetterChosen: z.object({ on: z.boolean(), language, chosenAt: time }),
  /** Requires a mail about the week before this Monday (YYYY-MM-DD). */
  WeeklyLetterDue: z.object({ week: z.iso.date(), language, dueAt: time, expiresAt: time }),
  /** An administrator has deactivated a page of the person. Requires a mail. */
  PageDeactivated: z.object({
    /** The id in the page's address. */
    pageId: z.string(),
    reason: z.string(),
    language,
    toldAt: time,
    expiresAt: time,
  }),
  /** A webhook that the person set up is disabled, because its receiver is gone. Requires a mail. */
  WebhookGone: z.object({ host: z.string(), language, toldAt: time, expiresAt: time }),
  AvatarUploaded: z.object({
    /** Path below /uploads/. */
    path: z.string(),
    /** An earlier upload that was never chosen and is deleted now. */
    discarded: z.string().nullable(),
    uploadedAt: time,
  }),
  /** A code of an authenticator app is needed from now on; ends every session except the kept one. Requires a mail. */
  TotpEnabled: z.object({
    /** The secret, encrypted with a key that is not in the store. */
    sealed: z.string(),
    /** Time step of the code that proved that the app has the secret. */
    step: z.int(),
    /** SHA-256 of each recovery code, base64url. */
    recovery: z.array(z.string()).readonly(),
    keptSessionId: z.string(),
    /** Of the mail to the person. */
    language,
    enabledAt: time,
  }),
  /** A passkey may confirm log-ins from now on. Requires a mail. */
  PasskeyAdded: z.object({
    /** Given by the authenticator, base64url. */
    id: z.string(),
    /** COSE, base64url. */
    publicKey: z.string(),
    /** Signatures of the authenticator so far. */
    counter: z.int(),
    transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).readonly(),
    /** Chosen by the person. */
    name: z.string(),
    /** If it turns the second factor on, which ends every session except the kept one. */
    begun: z.object({ recovery: z.array(z.string()).readonly(), keptSessionId: z.string() }).exactOptional(),
    language,
    addedAt: time,
  }),
  /** Another factor is left. Requires a mail. */
  PasskeyRemoved: z.object({ id: z.string(), language, removedAt: time }),
  /** Replaces all recovery codes. */
  RecoveryCodesRenewed: z.object({ recovery: z.array(z.string()).readonly(), renewedAt: time }),
  /** A log-in with the code of a time step or with a recovery code, neither of which is accepted again, or a passkey. */
  SecondFactorPassed: z.object({
    step: z.int().exactOptional(),
    recoveryHash: z.string().exactOptional(),
    passkey: z.object({ id: z.string(), counter: z.int() }).exactOptional(),
    passedAt: time,
  }),
  /** The password is enough again. Requires a mail. */
  SecondFactorRemoved: z.object({ by: z.enum(['PERSON', 'OPERATOR']), language, removedAt: time }),
  /**
   * The first proof that the person reads the account's mailbox. Another person may have opened the account with their
   * address, so every session, factor and API token from before ends.
   */
  EmailProved: z.object({ provedAt: time }),
  /** The person may sign in through an OpenID Connect server, which decides on their role. */
  IssuerJoined: z.object({ issuer: z.string(), subject: z.string(), joinedAt: time }),
  /** The password of the one account of the team that may use it was right. Requires a mail. */
  BreakGlassUsed: z.object({ language, usedAt: time }),
  /** Closes the account at once; the rest of its data is erased afterwards. */
  ErasureBegun: z.object({ begunAt: time }),
  /** Two SUPERADMINs deleted their accounts concurrently, and this one turned out to be the last. */
  ErasureCancelled: z.object({ reason: z.literal('LAST_SUPERADMIN'), cancelledAt: time }),
};

export type UserEvent = EventOf<typeof shapes>;
export type UserSignedUp = EventOf<typeof shapes, 'UserSignedUp'>;
export type PasswordResetRequested = EventOf<typeof shapes, 'PasswordResetRequested'>;
export type PasswordChanged = EventOf<typeof shapes, 'PasswordChanged'>;
export type ProfileChanged = EventOf<typeof shapes, 'ProfileChanged'>;
export type EmailChangeRequested = EventOf<typeof shapes, 'EmailChangeRequested'>;
export type EmailUndoOffered = EventOf<typeof shapes, 'EmailUndoOffered'>;
export type WeeklyLetterDue = EventOf<typeof shapes, 'WeeklyLetterDue'>;
export type TotpEnabled = EventOf<typeof shapes, 'TotpEnabled'>;
export type PasskeyAdded = EventOf<typeof shapes, 'PasskeyAdded'>;
export type SecondFactorPassed = EventOf<typeof shapes, 'SecondFactorPassed'>;
export type SecondFactorRemoved = EventOf<typeof shapes, 'SecondFactorRemoved'>;
export type PageDeactivated = EventOf<typeof shapes, 'PageDeactivated'>;
export type WebhookGone = EventOf<typeof shapes, 'WebhookGone'>;
export type BreakGlassUsed = EventOf<typeof shapes, 'BreakGlassUsed'>;
export type AvatarUploaded = EventOf<typeof shapes, 'AvatarUploaded'>;

export const userCodec = eventCodec('user', shapes);
