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
  /** The session's id, the same whenever the request comes again; a session of this id that is open is taken up again. */
  readonly repeatableId?: string;
}

export interface SessionOpener {
  /** Opens a session and returns its token. */
  open(opening: SessionOpening): Promise<string>;
}

export function createSessionOpener(parts: {
  readonly store: EventStore;
  readonly signer: TokenSigner;
  readonly clock: () => Date;
  readonly newId: () => string;
}): SessionOpener {
  const { store, signer, clock, newId } = parts;
  const load = async (sessionId: string) =>
    (await loadStream(store, session, sessionCodec, sessionStream(sessionId))).state;
  return {
    async open({ userId, userVersion, remember, correlationId, repeatableId }) {
      const at = clock();
      const earlier = repeatableId === undefined ? undefined : await load(repeatableId);
      if (repeatableId !== undefined && earlier?.status === 'open' && Date.parse(earlier.expiresAt) > at.getTime()) {
        return signer.sign({ userId, sessionId: repeatableId, expiresAt: new Date(earlier.expiresAt) });
      }
      // One that has ended is not opened again.
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
