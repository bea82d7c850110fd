import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServers } from '../../../scripts/servers/server.ts';
import { startServers } from '../../../scripts/servers/servers.ts';
import { createLogger } from '../process/observability/log.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { openingFailure } from '../testing/opening-failure.ts';
import { testServers } from '../testing/test-servers.ts';
import { openTlsRelay, type TlsRelay } from '../testing/tls-relay.ts';
import { mailContract } from './contract.ts';
import { openSmtpMail } from './smtp-mail.ts';

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly user?: string;
  readonly source: string;
}

const FROM = 'Volant <volant@example.test>';
const silent = createLogger({ name: 'test', level: 'silent' });

async function inboxOf(inboxUrl: string): Promise<readonly Delivered[]> {
  return (await (await fetch(inboxUrl)).json()) as readonly Delivered[];
}

mailContract('SMTP', async () => {
  const { url, inboxUrl } = testServers().smtp;
  // Other tests deliver to the same inbox at the same time.
  const sender = `${randomUUID()}@example.test`;
  return {
    mail: await openSmtpMail({ url, from: `Volant <${sender}>`, log: silent }),
    sources: async () => (await inboxOf(inboxUrl)).filter(({ from }) => from === sender).map(({ source }) => source),
    cleanUp: async () => {},
  };
});

describe('SMTP server with STARTTLS', () => {
  let folder: string;
  let running: RunningServers<'smtp'>;
  let ca: string;
  const open = (more: { username?: string; password?: string; ca?: string } = {}) =>
    openSmtpMail({ url: running.addresses.smtp.url, from: FROM, log: silent, ...more });
  const deliveredTo = async (address: string) =>
    (await inboxOf(running.addresses.smtp.inboxUrl)).filter(({ to }) => to.includes(address));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'smtp-mail-'));
    // Not valid for localhost, although the server is reachable under that name.
    const certificate = await makeCertificate(folder, ['IP:127.0.0.1']);
    ca = certificate.ca;
    running = await startServers({ names: ['smtp'], dataDirectory: folder, tls: certificate.files });
  });
  afterAll(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  it('receives user name and password over TLS if its certificate is trusted', async () => {
    const mail = await open({ username: 'volant', password: 'volant-tests', ca });
    await mail.send({ to: 'known@example.test', subject: 'x', text: 'x' });
    await mail.check();
    await mail.close();
    expect(await deliveredTo('known@example.test')).toMatchObject([{ secure: true, user: 'volant' }]);
  });

  it('receives mail over TLS with any certificate if there is no password', async () => {
    const mail = await open();
    await mail.send({ to: 'anybody@example.test', subject: 'x', text: 'x' });
    await mail.close();
    expect(await deliveredTo('anybody@example.test')).toMatchObject([{ secure: true }]);
  });

  it('receives a message once if it asks for a retry', async () => {
    const mail = await open();
    await mail.send({ to: 'later2@example.test', subject: 'x', text: 'x' });
    await mail.close();
    expect(await deliveredTo('later2@example.test')).toHaveLength(1);
  });

  it('gets a bounded number of retries, and none after a permanent refusal', async () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } });
    const mail = await openSmtpMail({ url: running.addresses.smtp.url, from: FROM, log });
    const send = (to: string) => mail.send({ to, subject: 'x', text: 'x' });
    await expect(send('later9@example.test')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // A second try would be accepted.
    await expect(send('refused1@example.test')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await mail.close();
    expect(await deliveredTo('later9@example.test')).toEqual([]);
    expect(await deliveredTo('refused1@example.test')).toEqual([]);
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain('example.test');
  });

  it('may be away for a moment while a message is sent', async () => {
    const mail = await open();
    await mail.send({ to: 'before@example.test', subject: 'x', text: 'x' });
    await running.servers.smtp.kill();
    await expect(mail.check()).rejects.toThrow(/^SMTP: 127\.0\.0\.1:\d+ does not answer/);
    const sending = mail.send({ to: 'after@example.test', subject: 'x', text: 'x' });
    await running.servers.smtp.start();
    await sending;
    await mail.close();
    expect(await deliveredTo('after@example.test')).toHaveLength(1);
  });

  it('makes a message unavailable if it stays away', async () => {
    const mail = await open();
    await running.servers.smtp.stop();
    try {
      const sending = mail.send({ to: 'never@example.test', subject: 'x', text: 'x' });
      await expect(sending).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 60 });
    } finally {
      await running.servers.smtp.start();
      await mail.close();
    }
  });

  it.each([
    ['a wrong password', { username: 'volant', password: 'secret-word' }, 'VOLANT_SMTP_PASSWORD'],
    ['another certificate', { ca: 'other' }, 'VOLANT_SMTP_TLS_CA_FILE'],
  ])('is refused with the name of the wrong setting: %s', async (_, more, setting) => {
    const other = await mkdtemp(join(tmpdir(), 'smtp-mail-'));
    const given = 'ca' in more ? { ca: (await makeCertificate(other)).ca } : { ...more, ca };
    const error = await openingFailure(open(given));
    await rm(other, { recursive: true });
    expect(error).toMatchObject({ name: 'SettingError', setting });
  });

  it('is refused with the name of the URL setting if its certificate is for another host', async () => {
    const url = running.addresses.smtp.url.replace('127.0.0.1', 'localhost');
    const failure = await openingFailure(openSmtpMail({ url, from: FROM, ca, log: silent }));
    expect(failure).toMatchObject({ name: 'SettingError', setting: 'VOLANT_SMTP_URL' });
  });

  describe('SMTP server with implicit TLS, behind a proxy', () => {
    let relay: TlsRelay;
    let url: string;
    let proxyFolder: string;
    let proxyCa: string;
    beforeAll(async () => {
      const { hostname: host, port } = new URL(testServers().smtp.url);
      proxyFolder = await mkdtemp(join(tmpdir(), 'smtp-mail-'));
      const proxy = await makeCertificate(proxyFolder);
      relay = await openTlsRelay({ host, port: Number(port) }, proxy);
      proxyCa = proxy.ca;
      url = `smtps://127.0.0.1:${relay.port}`;
    });
    afterAll(async () => {
      await relay?.close();
      await rm(proxyFolder, { recursive: true });
    });

    it('receives user name and password', async () => {
      const to = `${randomUUID()}@example.test`;
      const login = { username: 'volant', password: 'volant-tests' };
      const mail = await openSmtpMail({ url, from: FROM, ...login, ca: proxyCa, log: silent });
      await mail.send({ to, subject: 'x', text: 'x' });
      await mail.close();
      const delivered = await inboxOf(testServers().smtp.inboxUrl);
      expect(delivered.filter((message) => message.to.includes(to))).toMatchObject([{ user: 'volant' }]);
    });

    it('is waited for, with its address named, if the client speaks no TLS', async () => {
      const plain = openSmtpMail({ url: url.replace('smtps:', 'smtp:'), from: FROM, log: silent });
      const waited = { name: 'ServerUnreachable', message: expect.stringContaining('VOLANT_SMTP_URL') };
      expect(await openingFailure(plain)).toMatchObject(waited);
    });
  });
});

describe('SMTP server that cannot be opened', () => {
  it('is refused if TLS is required and not offered', async () => {
    const { ca } = await withCertificate();
    const opening = openSmtpMail({ url: testServers().smtp.url, from: FROM, ca, log: silent });
    await expect(opening).rejects.toMatchObject({ name: 'SettingError', setting: 'VOLANT_SMTP_URL' });
  });

  it('is refused if implicit TLS is configured and not spoken', async () => {
    const url = testServers().smtp.url.replace('smtp:', 'smtps:');
    const opening = openSmtpMail({ url, from: FROM, log: silent });
    await expect(opening).rejects.toMatchObject({ name: 'SettingError', setting: 'VOLANT_SMTP_URL' });
  });

  it('is waited for if it does not answer', async () => {
    const opening = openSmtpMail({ url: 'smtp://127.0.0.1:1', from: FROM, log: silent });
    await expect(opening).rejects.toMatchObject({ name: 'ServerUnreachable', server: 'SMTP' });
  });
});

async function withCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'smtp-mail-'));
  try {
    return await makeCertificate(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
