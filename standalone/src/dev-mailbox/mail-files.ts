import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

/** The names given by `openFileMail`; no name can leave the directory. */
const FILE = /^[0-9A-Za-z][0-9A-Za-z.-]{0,150}\.eml$/;
const MOST_LISTED = 200;

export interface ReadMail {
  /** Name of its file. */
  readonly name: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly date: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
}

export function openMailFiles(directory: string) {
  async function read(name: string): Promise<ReadMail | undefined> {
    if (!FILE.test(name)) return undefined;
    const source = await readFile(path.join(directory, name)).catch(absent);
    if (source === undefined) return undefined;
    const mail = await PostalMime.parse(source);
    return {
      name,
      to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
      from: mail.from?.address ?? '',
      subject: mail.subject ?? '',
      date: mail.date,
      text: mail.text ?? '',
      html: mail.html,
    };
  }

  return {
    read,
    /** The latest messages, newest first. */
    async list() {
      const names = ((await readdir(directory).catch(absent)) ?? []).filter((name) => FILE.test(name));
      // Names sort by time.
      const latest = names.sort().reverse().slice(0, MOST_LISTED);
      const mails = await Promise.all(latest.map(read));
      return mails.filter((mail) => mail !== undefined);
    },
  };
}

/** Reads the messages that `openFileMail` wrote into a directory. */
export type MailFiles = ReturnType<typeof openMailFiles>;

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
