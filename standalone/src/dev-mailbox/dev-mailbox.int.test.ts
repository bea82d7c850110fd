import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFileMail } from '@volant/infra/mail/file-mail';
import type { Mail } from '@volant/infra/mail/mail';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailFiles } from './mail-files.ts';
import { devMailboxRoutes } from './routes.ts';

let directory: string;
let mail: Mail;
let server: FastifyInstance;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'volant-mailbox-'));
  let now = Date.parse('2026-03-01T08:00:00Z');
  const clock = () => {
    now += 60_000;
    return new Date(now);
  };
  mail = await openFileMail({ path: path.join(directory, 'mail'), from: 'Volant <volant@localhost>', clock });
  server = fastify();
  server.addHook('onRequest', async (_, reply) => void reply.header('x-frame-options', 'DENY'));
  await server.register(devMailboxRoutes(openMailFiles(path.join(directory, 'mail'))));
});
afterEach(async () => {
  await server.close();
  await mail.close();
  await rm(directory, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url, headers: { host: 'localhost:3000', ...headers } });

const linksIn = (html: string) =>
  [...html.matchAll(/href="(\/dev\/mailbox\/[^"?]+)/g)].map(([, link]) => link).filter((link) => link !== undefined);

describe('the mailbox', () => {
  it('lists messages newest first, and shows each as text and as HTML', async () => {
    await mail.send({ to: 'first@example.com', subject: 'Première', text: 'un' });
    await mail.send({
      to: 'second@example.com',
      subject: 'Réinitialisez <votre> mot de passe',
      text: 'Bonjour,\nhttps://volant.example/reset-password?token=abc&x=1',
      html: '<html><head><title>x</title></head><body><p>Bonjour « vous »</p><script>alert(1)</script></body></html>',
    });
    const list = await get('/dev/mailbox');
    expect(list.statusCode).toBe(200);
    expect(list.body).toContain('<html lang="fr">');
    expect(list.body).toContain('Réinitialisez &lt;votre&gt; mot de passe');
    expect(list.body.indexOf('second@example.com')).toBeLessThan(list.body.indexOf('first@example.com'));

    const [second = ''] = linksIn(list.body);
    const shown = await get(second);
    expect(shown.body).toContain('<dd>second@example.com</dd>');
    expect(shown.body).toContain('<dd>volant@localhost</dd>');
    expect(shown.body).toContain('href="https://volant.example/reset-password?token=abc&amp;x=1"');
    expect(shown.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(shown.headers['content-security-policy']).not.toContain('unsafe-inline');

    const message = await get(`${second}/html`);
    expect(message.body).toContain('<head><base target="_blank">');
    expect(message.body).toContain('Bonjour « vous »');
    const policy = String(message.headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox (?!.*allow-scripts)/);
    expect(policy).toContain("default-src 'none'");
    expect(message.headers['x-frame-options']).toBeUndefined();
    expect(shown.headers['x-frame-options']).toBe('DENY');
  });

  it('answers in the requested language, French by default', async () => {
    expect((await get('/dev/mailbox')).body).toContain('Aucun message pour l’instant');
    expect((await get('/dev/mailbox?lang=en')).body).toContain('No message yet');
    expect((await get('/dev/mailbox', { 'accept-language': 'en' })).body).toContain('<html lang="en">');
    expect((await get('/dev/mailbox?lang=fr', { 'accept-language': 'en' })).body).toContain('<html lang="fr">');
  });

  it('shows a message without HTML without a frame', async () => {
    await mail.send({ to: 'a@example.com', subject: '', text: 'plain' });
    const [link = ''] = linksIn((await get('/dev/mailbox')).body);
    expect((await get(link)).body).not.toContain('<iframe');
    expect((await get(`${link}/html`)).statusCode).not.toBe(200);
  });

  it.each(['volant.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.5'])(
    'is not found under the host %s',
    async (host) => {
      expect((await get('/dev/mailbox', { host })).statusCode).not.toBe(200);
    },
  );

  it.each([
    { 'x-forwarded-for': '192.0.2.7' },
    { 'x-forwarded-host': 'volant.example' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '192.0.2.7' },
    { forwarded: 'for=192.0.2.7' },
    { via: '1.1 proxy' },
  ])('is not found behind a proxy: %j', async (headers) => {
    for (const path of ['/dev/mailbox', '/dev/mailbox/x.eml', '/dev/mailbox/x.eml/html']) {
      expect((await get(path, headers)).statusCode).not.toBe(200);
    }
  });

  it.each(['localhost', 'localhost:8080', '127.0.0.1:3000', '[::1]:3000'])('is found under %s', async (host) => {
    expect((await get('/dev/mailbox', { host })).statusCode).toBe(200);
  });

  it.each(['..%2F..%2Fpackage.json', '.incoming', 'x', '%00.eml', '..%2Fsecret.eml', `${'x'.repeat(300)}.eml`])(
    'serves no other file: %s',
    async (name) => {
      expect((await get(`/dev/mailbox/${name}`)).statusCode).not.toBe(200);
    },
  );
});
