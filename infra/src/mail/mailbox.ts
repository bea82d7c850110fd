/** Maximum bytes read of a mail. */
export const LARGEST_MAIL = 1024 * 1024;

/** A mailbox that other mail servers deliver to. */
export interface Mailbox {
  /**
   * Reads the mails that wait, in their order, and then each new one, until it is stopped. A mail is marked after
   * `take` has resolved; a process that ends in between is given the mail again.
   * @param take resolves with false for a mail that is left to a person
   */
  read(take: (mail: Uint8Array) => Promise<boolean>): MailboxReader;
  /** When all waiting mails were last read; undefined before the first time. */
  lastReadAt(): Date | undefined;
  close(): Promise<void>;
}

export interface MailboxReader {
  /** Lets the present mail be taken, then stops. */
  stop(): Promise<void>;
}
