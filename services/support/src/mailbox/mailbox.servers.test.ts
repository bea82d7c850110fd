import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImapMailbox } from '@volant/infra/mail/imap-mailbox';
import { createLogger } from '@volant/infra/process/observability/log';
import { makeCertificate, type TestCertificate } from '@volant/infra/testing/certificate';
import { imapClient } from '@volant/infra/testing/imap-client';
import { openTlsRelay, type TlsRelay } from '@volant/infra/testing/tls-relay';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Dovecot, dovecotFolder, openDovecot } from '../../../../scripts/servers/dovecot.ts';
import { LIMIT_SECRET, openSupport, type SupportFixture, tokenOf } from '../testing/support-fixture.ts';
import corpus from './corpus/mails.json' with { type: 'json' };
import { createReplyAddresses } from './reply-address.ts';

const READ = 'query($id: ID!) { supportMessage(id: $id) { thread { kind body } } }';
const MAILBOX = 'support@volant.example';
const addresses = createReplyAddresses(MAILBOX, LIMIT_SECRET);
const elsewhere = createReplyAddresses(MAILBOX, 'another secret');
const log = createLogger({ name: 'test', level: 'silent' });
/** Skipped where it is missing: "npm run dovecot" unpacks Debian's. */
const folder = await dovecotFolder();

let directory: string;
let certificate: TestCertificate;
let dovecot: Dovecot;
let client: ReturnType<typeof imapClient>;
let relay: TlsRelay;
let support: SupportFixture | undefined;

const mailboxOf = (password = 'secret', ca: string | undefined = certificate.ca) =>
  createImapMailbox({ url: `imaps://support:${password}@localhost:${relay.port}/INBOX`, ...(ca && { ca }), log });

async function mail(name: string, to: string): Promise<string> {
  const text = await readFile(new URL(`./corpus/${name}.eml`, import.meta.url), 'utf8');
  return text.replaceAll('{TO}', to).replaceAll('{MAILBOX}', MAILBOX).replaceAll('\n', '\r\n');
}

async function threadOf(id: string): Promise<readonly { kind: string; body: string }[]> {
  return (await support?.run(tokenOf('sup', 'SUPPORT'), READ, { id }))?.data.supportMessage.thread;
}

describe.skipIf(folder === undefined)('the mailbox of the support', () => {
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'volant-dovecot-'));
    certificate = await makeCertificate(directory);
    dovecot = await openDovecot(folder ?? '', directory);
    relay = await openTlsRelay({ host: '127.0.0.1', port: dovecot.port }, certificate);
    client = imapClient(dovecot.port);
  });
  afterEach(async () => {
    await support?.close();
    support = undefined;
    await relay.close();
    await dovecot.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('gives each mail to its thread once, also when the server is killed in between, and a forged one to none', async () => {
    const names = Object.keys(corpus);
    support = await openSupport({ mailbox: MAILBOX, incoming: mailboxOf() });
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await support.send({ subject: name }));
    const half = Math.floor(names.length / 2);
    async function deliver(name: string): Promise<void> {
      const genuine = await mail(name, addresses.addressOf(ids.get(name) ?? ''));
      await client.append([genuine, await mail(name, elsewhere.addressOf(ids.get(name) ?? '')), genuine]);
    }
    for (const name of names.slice(0, half)) await deliver(name);
    await dovecot.kill();
    await dovecot.start();
    for (const name of names.slice(half)) await deliver(name);

    // Read all: the last mail is behind every other one.
    await expect.poll(() => client.count({ unKeyword: '$VolantRead' })).toBe(0);
    for (const [name, { kind, body }] of Object.entries(corpus)) {
      const thread = await threadOf(ids.get(name) ?? '');
      expect(thread, name).toEqual([{ kind, body }]);
    }
    expect(await client.count({ seen: true })).toBe(2 * names.length);
    expect(await client.count({ seen: false })).toBe(names.length);
  });

  it('is read again by another process without effect', async () => {
    support = await openSupport({ mailbox: MAILBOX, incoming: mailboxOf() });
    const id = await support.send();
    await client.append([await mail('gmail-fr', addresses.addressOf(id))]);
    await expect.poll(async () => (await threadOf(id)).length).toBe(1);
    await expect.poll(() => client.count({ seen: true })).toBe(1);
    await client.unmark();
    const taken: number[] = [];
    const reader = mailboxOf().read(async (source) => taken.push(source.length) > 0);
    await expect.poll(() => taken.length).toBe(1);
    await reader.stop();
    expect(await threadOf(id)).toHaveLength(1);
  });

  it('keeps a mail that could not be stored, and reads the others', async () => {
    const [first, second] = ['one', 'two'].map((body) => `From: a@example.org\r\n\r\n${body}\r\n`);
    await client.append([first ?? '', second ?? '']);
    const seen: string[] = [];
    let fails = true;
    const reader = mailboxOf().read(async (source) => {
      const text = Buffer.from(source).toString();
      seen.push(text.includes('one') ? 'one' : 'two');
      if (fails && text.includes('one')) throw new Error('not now');
      return true;
    });
    await expect.poll(() => seen.slice(0, 2)).toEqual(['one', 'two']);
    fails = false;
    await expect.poll(() => client.count({ seen: true })).toBe(2);
    await reader.stop();
    expect(seen.filter((each) => each === 'two')).toHaveLength(1);
  });

  it('says why it cannot be read: a wrong password, an unknown certificate, a missing mailbox, a server that is away', async () => {
    const problems = [
      [mailboxOf('wrong'), /^VOLANT_SUPPORT_IMAP_PASSWORD: .* refuses/],
      [mailboxOf('secret', ''), /^VOLANT_SUPPORT_IMAP_TLS_CA_FILE: /],
      [
        createImapMailbox({
          url: `imaps://support:secret@localhost:${relay.port}/Nowhere`,
          ca: certificate.ca,
          log,
        }),
        /^VOLANT_SUPPORT_IMAP_URL: .* has no mailbox Nowhere/,
      ],
      [createImapMailbox({ url: 'imap://support:secret@127.0.0.1:1/INBOX', log }), /^IMAP: .*ECONNREFUSED/],
    ] as const;
    for (const [mailbox, sentence] of problems) {
      const reader = mailbox.read(async () => true);
      await expect.poll(() => mailbox.check().catch((error: Error) => error.message)).toMatch(sentence);
      await reader.stop();
    }
    const away = mailboxOf();
    const reader = away.read(async () => true);
    await expect.poll(() => away.check().catch((error: Error) => error.message)).toBeUndefined();
    await dovecot.kill();
    await expect.poll(() => away.check().catch((error: Error) => error.message)).toMatch(/^IMAP: /);
    await dovecot.start();
    await expect.poll(() => away.check().catch((error: Error) => error.message)).toBeUndefined();
    await reader.stop();
  });
});
