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
  close(): Promise<void>;
}
