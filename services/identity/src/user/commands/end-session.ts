import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import { session } from '../session/decide.ts';
import { type SessionEnded, sessionCodec } from '../session/events.ts';
import { sessionStream } from '../session/session.ts';
import type { IdentityParts } from './parts.ts';

/** Ends a session; every service refuses its token from the next request on. */
export async function endSession(
  { store, states, clock, newId }: IdentityParts,
  sessionId: string,
  reason: SessionEnded['data']['reason'],
  meta: CommitMeta,
): Promise<void> {
  const at = clock();
  const command = { type: 'EndSession' as const, data: { sessionId, reason, at: at.toISOString() } };
  const context = { commandId: newId(), meta, at };
  await handleCommand(store, session, sessionCodec, sessionStream(sessionId), command, context, newId);
  await states.revoke(sessionId);
}
