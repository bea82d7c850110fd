import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import type { Checked } from '../adapters/standing-servers.ts';
import { isUnavailable } from '../errors/domain-error.ts';
import { tlsSettingError } from '../network/tls-problem.ts';
import type { Logger } from '../process/observability/log.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';
import { type MailServerSettings, mailServerOf } from './mail-server.ts';
import { LARGEST_MAIL, type Mailbox } from './mailbox.ts';

/** `imaps://host:port/mailbox`, or `imap://` for TLS by STARTTLS. */
export interface ImapSettings extends MailServerSettings {
  readonly log: Logger;
}

type Take = Parameters<Mailbox['read']>[0];

const ANSWER_WITHIN_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** How often it looks without an announcement of a mail, which also notices a connection that has broken silently. */
const LOOK_EVERY_MS = 4 * 60_000;
/** Keyword of the mails that were read, so that people may open mails before we do. */
const READ = '$VolantRead';

/**
 * Reads a mailbox by IMAP: keeps a connection, on which the server tells of new mails, and renews it after a failure.
 * Mails stay where they are. One that was taken is marked as seen; another one stays unseen. On a server without
 * keywords, mails that were opened are not read, and those that are left to people are flagged.
 */
export function createImapMailbox(settings: ImapSettings): Mailbox & Checked {
  const { log } = settings;
  const { place, hostname, port, secure, trusted, auth, tls } = mailServerOf(settings);
  const path = decodeURIComponent(new URL(settings.url).pathname.slice(1)) || 'INBOX';
  let problem: Error | undefined = new ServerUnreachable('IMAP', `${place} has not answered yet.`);
  let failures = 0;
  let lastReadAt: Date | undefined;

  function connection(): ImapFlow {
    return new ImapFlow({
      host: hostname,
      port: port ?? (secure ? 993 : 143),
      secure,
      ...(trusted && !secure ? { doSTARTTLS: true } : {}),
      ...(auth === undefined ? {} : { auth }),
      tls,
      disableAutoIdle: true,
      connectionTimeout: ANSWER_WITHIN_MS,
      greetingTimeout: ANSWER_WITHIN_MS,
      socketTimeout: 2 * LOOK_EVERY_MS,
      logger: false,
    });
  }

  /** Returns when it is stopped; rejects when the connection fails. */
  async function readOnce(take: Take, signal: AbortSignal): Promise<void> {
    const client = connection();
    const news = createNews();
    // Commands under way reject when it is closed.
    const close = () => client.close();
    let broken: unknown;
    client.on('error', (error: unknown) => {
      broken ??= error;
    });
    client.on('exists', news.tell);
    client.on('close', news.tell);
    signal.addEventListener('abort', close, { once: true });
    try {
      await client.connect();
      const { permanentFlags, readOnly } = await client.mailboxOpen(path);
      if (readOnly) throw new SettingError('VOLANT_SUPPORT_IMAP_URL', `${path} on ${place} can only be read.`);
      const keywords = permanentFlags?.has('\\*') === true;
      while (!signal.aborted) {
        await takeAll(client, { take, keywords, signal });
        problem = undefined;
        failures = 0;
        lastReadAt = new Date();
        if (!signal.aborted) await untilNews(client, news);
        if (!client.usable && !signal.aborted) throw broken ?? new Error('the connection was closed');
      }
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  async function readOn(take: Take, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await readOnce(take, signal);
      } catch (error) {
        failures += 1;
        problem = problemOf(error, place, path);
        if (failures === 1 && !signal.aborted) log.warn({ reason: problem.message }, 'the mailbox is read again later');
      }
      const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  return {
    read(take) {
      const stopping = new AbortController();
      const running = readOn(take, stopping.signal);
      return {
        async stop() {
          stopping.abort();
          await running;
        },
      };
    },
    lastReadAt: () => lastReadAt,
    async check() {
      if (problem !== undefined) throw problem;
    },
    // Its reader has been stopped.
    async close() {},
  };
}

/** Remembers a notification that arrives while no reader waits. */
function createNews() {
  let isAnnounced = false;
  let wake = () => {};
  return {
    tell() {
      isAnnounced = true;
      wake();
    },
    async next(): Promise<void> {
      if (!isAnnounced) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      isAnnounced = false;
    },
  };
}

async function untilNews(client: ImapFlow, news: ReturnType<typeof createNews>): Promise<void> {
  const timer = setTimeout(news.tell, LOOK_EVERY_MS);
  // It ends with the next command; the event of the closed connection tells of a failure.
  client.idle().catch(() => {});
  await news.next();
  clearTimeout(timer);
}

interface Taking {
  readonly take: Take;
  /** Whether mails can be marked with a keyword. */
  readonly keywords: boolean;
  readonly signal: AbortSignal;
}

async function takeAll(client: ImapFlow, taking: Taking): Promise<void> {
  const waiting = taking.keywords ? { unKeyword: READ } : { seen: false, flagged: false };
  const uids = (await client.search({ ...waiting, deleted: false }, { uid: true })) || [];
  let failure: unknown;
  for (const uid of uids.toSorted((one, other) => one - other).map(String)) {
    if (taking.signal.aborted) return;
    try {
      await takeOne(client, uid, taking);
    } catch (error) {
      if (isUnavailable(error) || !client.usable) throw error;
      // It must not hold up the others.
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

async function takeOne(client: ImapFlow, uid: string, { take, keywords }: Taking): Promise<void> {
  const mail = await client.fetchOne(uid, { source: { maxLength: LARGEST_MAIL } }, { uid: true });
  // Somebody has removed it.
  if (!mail || mail.source === undefined) return;
  const mark = (await take(mail.source)) ? '\\Seen' : !keywords && '\\Flagged';
  const flags = [keywords && READ, mark].filter((flag) => flag !== false);
  if (!(await client.messageFlagsAdd(uid, flags, { uid: true }))) throw new Error('letters cannot be marked');
}

/** A sentence for operators, without texts of the server, which may contain addresses. */
function problemOf(error: unknown, place: string, path: string): Error {
  if (error instanceof SettingError) return error;
  const options = { cause: error };
  const { authenticationFailed, mailboxMissing, code } = error as Readonly<Record<string, unknown>>;
  if (authenticationFailed === true) {
    return new SettingError('VOLANT_SUPPORT_IMAP_PASSWORD', `${place} refuses this user name and password.`, options);
  }
  if (mailboxMissing === true) {
    return new SettingError('VOLANT_SUPPORT_IMAP_URL', `${place} has no mailbox ${path}.`, options);
  }
  const reason = typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown reason';
  return (
    tlsSettingError('SUPPORT_IMAP', place, error) ??
    new ServerUnreachable('IMAP', `letters at ${place} cannot be read (VOLANT_SUPPORT_IMAP_URL): ${reason}.`, options)
  );
}
