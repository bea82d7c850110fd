/** Maximum bytes read of a letter. */
export const LARGEST_LETTER = 1024 * 1024;

/** A mailbox that other mail servers deliver to. */
export interface Mailbox {
  /**
   * Reads the letters that wait, in their order, and then each new one, until it is stopped. A letter is marked after
   * `take` has resolved; a process that ends in between is given the letter again.
   * @param take resolves with false for a letter that is left to a person
   */
  read(take: (letter: Uint8Array) => Promise<boolean>): MailboxReader;
  /** When all waiting letters were last read; undefined before the first time. */
  lastReadAt(): Date | undefined;
  close(): Promise<void>;
}

export interface MailboxReader {
  /** Lets the present letter be taken, then stops. */
  stop(): Promise<void>;
}
