import { ImapFlow, type SearchObject } from 'imapflow';

/** The mailbox of a test server, as a mail server and a person see it. */
export function imapClient(port: number) {
  async function inMailbox<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const auth = { user: 'support', pass: 'secret' };
    const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      await client.logout();
    }
  }
  return {
    /** Delivers mails in this order. */
    append: (mails: readonly string[]) =>
      inMailbox(async (client) => {
        for (const mail of mails) await client.append('INBOX', mail);
      }),
    count: (search: SearchObject) =>
      inMailbox(async (client) => ((await client.search(search, { uid: true })) || []).length),
    /** Removes all flags and keywords. */
    unmark: () => inMailbox(async (client) => void (await client.messageFlagsSet('1:*', []))),
  };
}
