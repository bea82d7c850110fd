import type { EventCodec } from '@volant/infra/event-store/command-handler';
import { STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { z } from 'zod';
import type { SessionEvent } from './session.ts';

const opened = z.object({
  sessionId: z.string(),
  userId: z.string(),
  userVersion: z.int().positive(),
  remembered: z.boolean(),
  openedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
const ended = z.object({ sessionId: z.string(), reason: z.literal('LOGGED_OUT'), endedAt: z.iso.datetime() });

export const sessionCodec: EventCodec<SessionEvent> = {
  schemaOf: () => 1,
  read({ type, schema, data }) {
    if (type === STREAM_ERASED) return undefined;
    if (type === 'SessionOpened' && schema === 1) return { type, data: opened.parse(data) };
    if (type === 'SessionEnded' && schema === 1) return { type, data: ended.parse(data) };
    throw new Error(`a session's stream holds an event of unknown shape: ${type}, version ${schema}`);
  },
};
