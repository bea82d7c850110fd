import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { call, eventually, INBOUND_SECRET, SUPERADMIN_SETTINGS } from './api.ts';
import type { OpenedProduct } from './open-product.ts';

const CORPUS = new URL('../../services/support/src/mailbox/corpus/', import.meta.url);
const { VOLANT_SUPPORT_MAILBOX: MAILBOX } = SUPERADMIN_SETTINGS;

/** Sends all mails of the corpus to a reply address, from this sender. Returns whether each was accepted. */
export async function sendCorpus(origin: string, to: string, from: string): Promise<Readonly<Record<string, boolean>>> {
  const accepted: Record<string, boolean> = {};
  for (const name of (await readdir(CORPUS)).filter((file) => file.endsWith('.eml'))) {
    const written = await readFile(new URL(name, CORPUS), 'utf8');
    const mail = written
      .replace(/^From: .*$/m, `From: ${from}`)
      .replaceAll('{TO}', to)
      .replaceAll('{MAILBOX}', MAILBOX)
      .replaceAll('\n', '\r\n');
    const signature = `sha256=${createHmac('sha256', INBOUND_SECRET).update(mail).digest('hex')}`;
    const headers = { 'content-type': 'message/rfc822', 'x-volant-signature': signature };
    accepted[name] = (await call(origin, 'POST', '/api/support/inbound', mail, { headers })).body.kept;
  }
  return accepted;
}

/** Reply addresses of the messages of these senders, from the mails that an embedded product has written to them. */
export async function replyAddresses(
  product: Pick<OpenedProduct, 'stored'>,
  senders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const read = async () => {
    const found = new Map<string, string>();
    for await (const { place, bytes } of product.stored()) {
      if (!/^mail\/.*\.eml$/.test(place)) continue;
      const mail = bytes.toString();
      const [, sender = ''] = /^To: (\S+)\r$/m.exec(mail) ?? [];
      const [, address] = /^Reply-To: (\S+)\r$/m.exec(mail) ?? [];
      if (senders.includes(sender) && address !== undefined) found.set(sender, address);
    }
    return found;
  };
  return eventually(read, ({ size }) => size === senders.length);
}
