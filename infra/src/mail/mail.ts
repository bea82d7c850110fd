export interface Message {
  /** A UUID, the same in every attempt to send the message, so that a second copy can be told from another message. */
  readonly id?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly replyTo?: string;
  /** Address that ends further messages of this kind on a POST without a session (RFC 8058). */
  readonly unsubscribe?: string;
}

/** The message in the fields of nodemailer. */
export function composed({ id: _, unsubscribe, ...message }: Message) {
  if (unsubscribe === undefined) return message;
  // Not folded: some mail programs read the address up to the first line break.
  const whole = { prepared: true, foldLines: false };
  const headers = {
    'List-Unsubscribe': { ...whole, value: `<${unsubscribe}>` },
    'List-Unsubscribe-Post': { ...whole, value: 'List-Unsubscribe=One-Click' },
  };
  return { ...message, headers };
}

export interface Mail {
  /** Resolves once the message is durably handed over. */
  send(message: Message): Promise<void>;
  /** Removes messages to these addresses that are stored here. It cannot recall a message from a mail server. */
  forget(addresses: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
