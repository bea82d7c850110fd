export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly replyTo?: string;
}

export interface Mail {
  /** Resolves once the message is handed over for good. */
  send(message: Message): Promise<void>;
  /** Removes the messages to these addresses that are kept here. One that a mail server was given is its business. */
  forget(addresses: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
