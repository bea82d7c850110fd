import { createTaskThread } from '@volant/infra/process/thread/task-thread';
import type { Letter } from './read-letter.ts';

/** Letters within the limits take less than a second on an idle machine. */
const DEADLINE_MS = 20_000;

export interface LetterTask {
  readonly source: Uint8Array;
  readonly mailbox: string;
  readonly secret: string;
  readonly at: string;
}

/** Resolves with undefined for a letter to no reply address; rejects if it cannot be read. */
export type ReadLetter = (source: Uint8Array, at: string) => Promise<Letter | undefined>;

/** Reads letters on a thread, by the settings of `createReplyAddresses`. */
export function createLetterReader(mailbox: string, secret: string): ReadLetter {
  const program = new URL('../letter-thread.ts', import.meta.url);
  const run = createTaskThread<LetterTask, Letter | undefined>({ program, deadlineMs: DEADLINE_MS });
  return (source, at) => run({ source, mailbox, secret, at });
}
