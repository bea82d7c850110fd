import type { TokenSigner } from '@volant/infra/auth/access-token';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { loadStream } from '@volant/infra/event-store/load-stream';
import { session } from '../session/decide.ts';
import { sessionCodec } from '../session/events.ts';
import { sessionStream } from '../session/session.ts';

export interface SessionOpening {
  readonly userId: string;
  readonly userVersion: number;
  readonly remember: boolean;
  readonly correlationId: string;
  /** Session id, the same on every retry. An open session with this id is reused. */
  readonly repeatableId?: string;
}

export function createSessionOpener(parts: {
  readonly store: EventStore;
  readonly signer: TokenSigner;
  readonly clock: () => Date;
  readonly newId: () => string;
}) {
  const { store, signer, clock, newId } = parts;
  const load = async (sessionId: string) =>
    (await loadStream(store, session, sessionCodec, sessionStream(sessionId))).state;
  return {
    /** Returns the session's token. */
    async open({ userId, userVersion, remember, correlationId, repeatableId }: SessionOpening) {
      const at = clock();
      const earlier = repeatableId === undefined ? undefined : await load(repeatableId);
      if (repeatableId !== undefined && earlier?.status === 'open' && Date.parse(earlier.expiresAt) > at.getTime()) {
        return signer.sign({ userId, sessionId: repeatableId, expiresAt: new Date(earlier.expiresAt) });
      }
      // An ended session is not reopened.
      const sessionId = earlier?.status === 'absent' && repeatableId !== undefined ? repeatableId : newId();
      const command = {
        type: 'OpenSession' as const,
        data: { sessionId, userId, userVersion, remember, at: at.toISOString() },
      };
      const context = { commandId: `open-session:${sessionId}`, meta: { actor: userId, correlationId }, at };
      const { state } = await handleCommand(
        store,
        session,
        sessionCodec,
        sessionStream(sessionId),
        command,
        context,
        newId,
      );
      if (state.status !== 'open') throw new Error(`session ${sessionId} is not open after it was opened`);
      return signer.sign({ userId, sessionId, expiresAt: new Date(state.expiresAt) });
    },
  };
}

export type SessionOpener = ReturnType<typeof createSessionOpener>;
