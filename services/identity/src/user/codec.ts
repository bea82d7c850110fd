import type { EventCodec } from '@volant/infra/event-store/command-handler';
import { STREAM_ERASED, type StoredEvent } from '@volant/infra/event-store/event-store';
import { z } from 'zod';
import type { UserEvent } from './user.ts';

/*
 * These shapes read what was once written and know nothing of today's rules for
 * input: a rule that becomes stricter must not make an old account unreadable.
 */
const replacedText = z.object({ from: z.string(), to: z.string() });
const replacedOptional = z.object({ from: z.string().nullable(), to: z.string().nullable() });
const language = z.enum(['fr', 'en']);

const shapes = {
  UserSignedUp: z.object({
    userId: z.string(),
    email: z.string(),
    username: z.string(),
    passwordHash: z.string(),
    signedUpAt: z.iso.datetime(),
  }),
  PasswordResetRequested: z.object({
    requestId: z.string(),
    tokenHash: z.string(),
    language,
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
  PasswordChanged: z.object({
    passwordHash: z.string(),
    reason: z.enum(['CHANGED', 'RESET']),
    keptSessionId: z.string().nullable(),
    changedAt: z.iso.datetime(),
  }),
  ProfileChanged: z.object({
    email: replacedText.exactOptional(),
    username: replacedText.exactOptional(),
    phone: replacedOptional.exactOptional(),
    avatar: replacedOptional.exactOptional(),
    language,
    changedAt: z.iso.datetime(),
  }),
  EmailUndoOffered: z.object({
    changeId: z.string(),
    tokenHash: z.string(),
    from: z.string(),
    to: z.string(),
    language,
    offeredAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
  EmailChangeUndone: z.object({
    changeId: z.string(),
    from: z.string(),
    to: z.string(),
    undoneAt: z.iso.datetime(),
  }),
  AvatarUploaded: z.object({
    path: z.string(),
    discarded: z.string().nullable(),
    uploadedAt: z.iso.datetime(),
  }),
  ErasureBegun: z.object({ begunAt: z.iso.datetime() }),
  ErasureCancelled: z.object({ reason: z.literal('LAST_SUPERADMIN'), cancelledAt: z.iso.datetime() }),
} as const satisfies { readonly [T in UserEvent['type']]: z.ZodType<Extract<UserEvent, { type: T }>['data']> };

/** Version of the shape each event is written in; a new one comes with an upcast in `read` and a line in the corpus. */
const SCHEMAS: { readonly [T in UserEvent['type']]: number } = {
  UserSignedUp: 1,
  PasswordResetRequested: 1,
  PasswordChanged: 1,
  ProfileChanged: 1,
  EmailUndoOffered: 1,
  EmailChangeUndone: 1,
  AvatarUploaded: 1,
  ErasureBegun: 1,
  ErasureCancelled: 1,
};

export const userCodec: EventCodec<UserEvent> = {
  schemaOf: (type) => SCHEMAS[type],
  read(stored) {
    if (stored.type === STREAM_ERASED) return undefined;
    if (!isUserEventType(stored.type) || stored.schema !== SCHEMAS[stored.type]) {
      throw new Error(`a user's stream holds an event of unknown shape: ${stored.type}, version ${stored.schema}`);
    }
    return parse(stored.type, stored);
  },
};

function isUserEventType(type: string): type is UserEvent['type'] {
  return Object.hasOwn(SCHEMAS, type);
}

function parse(type: UserEvent['type'], { data }: StoredEvent): UserEvent {
  switch (type) {
    case 'UserSignedUp':
      return { type, data: shapes.UserSignedUp.parse(data) };
    case 'PasswordResetRequested':
      return { type, data: shapes.PasswordResetRequested.parse(data) };
    case 'PasswordChanged':
      return { type, data: shapes.PasswordChanged.parse(data) };
    case 'ProfileChanged':
      return { type, data: shapes.ProfileChanged.parse(data) };
    case 'EmailUndoOffered':
      return { type, data: shapes.EmailUndoOffered.parse(data) };
    case 'EmailChangeUndone':
      return { type, data: shapes.EmailChangeUndone.parse(data) };
    case 'AvatarUploaded':
      return { type, data: shapes.AvatarUploaded.parse(data) };
    case 'ErasureBegun':
      return { type, data: shapes.ErasureBegun.parse(data) };
    case 'ErasureCancelled':
      return { type, data: shapes.ErasureCancelled.parse(data) };
  }
}
