import { handleCommand } from '@volant/infra/event-store/command-handler';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { session } from '../session/decide.ts';
import { type SessionOpened, sessionCodec } from '../session/events.ts';
import { sessionStream } from '../session/session.ts';
import type { IdentityParts } from './parts.ts';

interface SessionOpening {
  readonly userId: string;
  readonly userVersion: number;
  readonly remember: boolean;
  readonly correlationId: string;
  /** Session id, the same on every retry. An open session with this id is reused. */
  readonly repeatableId: string;
  /** Of a session through the issuer. */
  readonly issued?: SessionOpened['data']['issued'];
}

/** Returns the session's token. */
export async function openSession(
  { store, signer, clock, newId }: IdentityParts,
  { userId, userVersion, remember, correlationId, repeatableId, issued }: SessionOpening,
): Promise<string> {
  const at = clock();
  const { state: earlier } = await loadStream(store, session, sessionCodec, sessionStream(repeatableId));
  if (earlier.status === 'open' && Date.parse(earlier.expiresAt) > at.getTime()) {
    return signer.sign({ userId, sessionId: repeatableId, expiresAt: new Date(earlier.expiresAt) });
  }
  // An ended session is not reopened.
  const sessionId = earlier.status === 'absent' ? repeatableId : newId();
  const data = { sessionId, userId, userVersion, remember, ...(issued && { issued }), at: at.toISOString() };
  const command = { type: 'OpenSession' as const, data };
  const context = { commandId: `open-session:${sessionId}`, meta: { actor: userId, correlationId }, at };
  const stream = sessionStream(sessionId);
  const { state } = await handleCommand(store, session, sessionCodec, stream, command, context, newId);
  if (state.status !== 'open') throw new Error(`session ${sessionId} is not open after it was opened`);
  return signer.sign({ userId, sessionId, expiresAt: new Date(state.expiresAt) });
}
