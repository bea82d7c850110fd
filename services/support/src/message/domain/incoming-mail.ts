import type { LetterReceived } from './events.ts';

/** A mail from outside that belongs to a message. */
export interface IncomingMail {
  /** Undefined for news that need no attention. */
  readonly data: LetterReceived['data'] | undefined;
  /** The message whose reply address it was sent to. */
  readonly messageId: string;
}

/** Resolves with undefined for a mail to no reply address; rejects if it cannot be read. */
export type ReadMail = (source: Uint8Array, at: string) => Promise<IncomingMail | undefined>;
