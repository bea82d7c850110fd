import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { unavailable } from '../errors/domain-error.ts';
import { makeDirectory } from '../files/make-directory.ts';
import { writeDurably } from '../objects/write-durably.ts';
import { composed, type Mail } from './mail.ts';

const MAX_MAILS = 10_000;
/** The recipient's hash in a file name, after the time. */
const RECIPIENT = /Z-([0-9a-f]{16})-[0-9a-f-]{36}\.eml$/;

export interface FileMailSettings {
  /** Directory of the messages; created if it is missing. */
  readonly path: string;
  readonly from: string;
  readonly clock?: () => Date;
  /** Messages that are kept, the newest; default 10,000. */
  readonly keep?: number;
}

/**
 * Writes each message as an .eml file. Its name starts with the time, so that a listing is in order, followed by a hash
 * of the recipient. The oldest ones are removed once there are too many.
 * @throws Error with a sentence for the operator if the directory cannot be used
 */
export async function openFileMail(settings: FileMailSettings): Promise<Mail> {
  const { path, from, clock = () => new Date(), keep = MAX_MAILS } = settings;
  const incoming = join(path, '.incoming');
  try {
    // Removes files that were incomplete when the last process ended.
    await rm(incoming, { recursive: true, force: true });
    await makeDirectory(incoming);
  } catch (cause) {
    throw new Error(`The directory of the mail, ${path}, cannot be used: ${String(cause)}.`, { cause });
  }
  const composer = createTransport({ streamTransport: true, buffer: true });

  return {
    async send(message) {
      const date = clock();
      const { id = randomUUID() } = message;
      const { message: source } = await composer.sendMail({ ...composed({ ...message, id }, from), date });
      if (!Buffer.isBuffer(source)) throw new Error('The composed message is not a buffer.');
      // A process that ended before it noted the delivery sends the message again.
      const names = (await readdir(path)).filter((name) => RECIPIENT.test(name)).sort();
      if (names.some((name) => name.endsWith(`-${id}.eml`))) return;
      const file = join(path, `${date.toISOString().replaceAll(':', '-')}-${recipient(message.to)}-${id}.eml`);
      try {
        await writeDurably(file, join(incoming, id), [source]);
      } catch (cause) {
        throw unavailable(cause);
      }
      for (const name of names.slice(0, 1 - keep)) await rm(join(path, name), { force: true });
    },
    async forget(addresses) {
      const recipients = new Set(addresses.map(recipient));
      for (const name of await readdir(path)) {
        if (recipients.has(RECIPIENT.exec(name)?.[1] ?? '')) await rm(join(path, name), { force: true });
      }
    },
    async close() {
      composer.close();
    },
  };
}

/** Addresses that differ only in letter case are the same recipient. */
function recipient(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 16);
}
