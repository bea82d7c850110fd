import type { Viewer } from '@volant/infra/auth/viewer';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { IdentityParts } from '../user/commands/parts.ts';
import { session } from '../user/session/decide.ts';
import { sessionCodec } from '../user/session/events.ts';
import { sessionStream } from '../user/session/session.ts';

/** Ends the session; every service refuses its token from the next request on. */
export async function logOut(
  parts: IdentityParts,
  { sessionId, userId }: Viewer,
  correlationId: string,
): Promise<void> {
  const { store, states, clock, newId } = parts;
  const at = clock();
  const command = { type: 'EndSession' as const, data: { sessionId, at: at.toISOString() } };
  const context = { commandId: newId(), meta: { actor: userId, correlationId }, at };
  await handleCommand(store, session, sessionCodec, sessionStream(sessionId), command, context, newId);
  await states.revoke(sessionId);
}
