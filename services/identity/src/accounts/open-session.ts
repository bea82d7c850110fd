import type { TokenSigner } from '@volant/infra/auth/access-token';
import { handleCommand } from '@volant/infra/event-store/command-handler';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { sessionCodec } from '../session/codec.ts';
import { session } from '../session/decide.ts';
import { sessionStream } from '../session/session.ts';

export interface SessionOpening {
  readonly userId: string;
  readonly userVersion: number;
  readonly remember: boolean;
  readonly correlationId: string;
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
  return {
    async open({ userId, userVersion, remember, correlationId }) {
      const at = clock();
      const sessionId = newId();
      const command = {
        type: 'OpenSession' as const,
        data: { sessionId, userId, userVersion, remember, at: at.toISOString() },
      };
      const context = { commandId: newId(), meta: { actor: userId, correlationId }, at };
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
