import type { EventCodec } from '@volant/infra/event-store/command-handler';
import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { z } from 'zod';
import type { UserEvent } from './user.ts';

const signedUp = z.object({
  userId: z.string(),
  email: z.string(),
  username: z.string(),
  passwordHash: z.string(),
  signedUpAt: z.iso.datetime(),
});

export const userCodec: EventCodec<UserEvent> = {
  schemaOf: () => 1,
  read({ type, schema, data }) {
    if (type === STREAM_ERASED) return undefined;
    if (type === 'UserSignedUp' && schema === 1) return { type, data: signedUp.parse(data) };
    throw new Error(`a user's stream holds an event of unknown shape: ${type}, version ${schema}`);
  },
};
