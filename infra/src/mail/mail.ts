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
  /** Address of the sender, if it differs from that of all mails. */
  readonly from?: string;
  /** Where bounces go, if not to the sender. */
  readonly bounceTo?: string | undefined;
  /** Message-IDs of the conversation, oldest first: a UUID is one of our own messages, others stand in brackets. */
  readonly thread?: readonly string[];
  /** Sent without a person: programs must not answer it (RFC 3834). */
  readonly automatic?: boolean;
}

/** The message in the fields of nodemailer. `usual` is the sender of all mails: `Name <address>`, or an address. */
export function composed(message: Message & { readonly id: string }, usual: string) {
  const { id, unsubscribe, thread = [], automatic, bounceTo, from = usual, ...rest } = message;
  const domain = /@([^\s@>]+)>?\s*$/.exec(usual)?.[1] ?? 'localhost';
  const asMessageId = (each: string) => (each.startsWith('<') ? each : `<${each}@${domain}>`);
  // Not folded: some mail programs read the address up to the first line break.
  const whole = { prepared: true, foldLines: false };
  const headers = {
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': { ...whole, value: `<${unsubscribe}>` },
      'List-Unsubscribe-Post': { ...whole, value: 'List-Unsubscribe=One-Click' },
    }),
    ...(automatic && { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }),
  };
  const references = thread.map(asMessageId);
  return {
    ...rest,
    messageId: asMessageId(id),
    from,
    headers,
    ...(bounceTo !== undefined && { envelope: { from: bounceTo, to: message.to } }),
    ...(references.length > 0 && { inReplyTo: references.at(-1), references }),
  };
}

export interface Mail {
  /** Resolves once the message is durably handed over. */
  send(message: Message): Promise<void>;
  /** Removes messages to these addresses that are stored here. It cannot recall a message from a mail server. */
  forget(addresses: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
