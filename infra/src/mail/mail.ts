export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly replyTo?: string;
}

export interface Mail {
  /** Resolves once the message is durably handed over. */
  send(message: Message): Promise<void>;
  /** Removes messages to these addresses that are stored here. It cannot recall a message from a mail server. */
  forget(addresses: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
