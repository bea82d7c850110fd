import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePorts } from '../../scripts/servers/ports.ts';
import { proxyProgram } from '../../scripts/servers/proxies.ts';
import { findProgram } from '../../scripts/servers/tools.ts';
import { eventually, pageIsKnown, pictureForm } from '../src/api.ts';
import {
  ended,
  type Product,
  ROOT,
  startProduct,
  type TemporaryDirectory,
  temporaryDirectory,
} from '../src/product.ts';

const run = promisify(execFile);
const DEPLOY = path.join(ROOT, 'deploy');
const ORIGIN = 'https://volant.example';
/** Skipped where they are missing: "npm run proxies" unpacks Debian's. */
const [nginx, caddy, systemdAnalyze] = await Promise.all([
  proxyProgram('nginx'),
  proxyProgram('caddy'),
  findProgram('systemd-analyze'),
]);
/** Phones. Each may send 120 scans a minute: if a proxy hid which is which, half of theirs would be refused. */
const PHONES = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const SCANS_EACH = 80;

interface Forwarded {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
}

interface ProxyAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Loopback address of the client. */
  readonly from?: string;
}

let directory: TemporaryDirectory;
let proxy: ChildProcess | undefined;
let product: Product | undefined;
/** Answers with the headers of the request, and with the number of bytes in its body. */
const standIn = createServer(async (request, response) => {
  let bytes = 0;
  try {
    for await (const chunk of request) bytes += (chunk as Buffer).length;
  } catch {
    // The proxy closes the connection if the body is too large.
    return;
  }
  response.end(JSON.stringify({ headers: request.headers, bytes } satisfies Forwarded));
});

beforeEach(async () => {
  directory = await temporaryDirectory();
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  proxy?.kill('SIGTERM');
  if (proxy !== undefined) await ended(proxy);
  proxy = undefined;
  await product?.stop();
  product = undefined;
  await new Promise((resolve) => standIn.close(resolve));
  await directory.remove();
});

const inFolder = (name: string) => path.join(directory.path, name);

/** Sends a request to the proxy at this port as volant.example, with an address that the client made up. */
function send(port: number, sent: Sent): Promise<ProxyAnswer> {
  const body = sent.body ?? '';
  const options = {
    port,
    host: '127.0.0.1',
    ...(sent.from === undefined ? {} : { localAddress: sent.from }),
    method: sent.method ?? 'POST',
    path: sent.path ?? '/',
    servername: 'volant.example',
    rejectUnauthorized: false,
    headers: {
      host: 'volant.example',
      'x-forwarded-for': '203.0.113.7',
      'content-length': Buffer.byteLength(body),
      ...sent.headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(options, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode, headers: response.headers, body: text });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** @returns its port */
async function startNginx(behind: number): Promise<number> {
  const [plain = 0, port = 0] = await freePorts(2);
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=volant.example', '-keyout', inFolder('privkey.pem'), '-out', inFolder('fullchain.pem')],
  ]);
  const site = (await readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8'))
    .replaceAll('/etc/letsencrypt/live/volant.example', directory.path)
    .replaceAll(/listen \[::\].*\n/g, '\n')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/opt/volant/deploy', DEPLOY)
    .replace('127.0.0.1:3000', `127.0.0.1:${behind}`);
  await writeFile(inFolder('site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${inFolder(name)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const whole = `${user} pid ${inFolder('pid')}; error_log stderr; events {}
http { access_log off; ${temporary.join(' ')} include ${inFolder('site.conf')}; }`;
  await writeFile(inFolder('nginx.conf'), whole);
  const options = ['-p', directory.path, '-c', inFolder('nginx.conf')];
  await run(nginx ?? '', [...options, '-t']);
  proxy = spawn(nginx ?? '', [...options, '-g', 'daemon off;'], { stdio: 'ignore' });
  await answers(port);
  const elsewhere = await fetch(`http://127.0.0.1:${plain}/d/abc?x=1`, { redirect: 'manual' });
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([301, `${ORIGIN}/d/abc?x=1`]);
  return port;
}

/** @returns its port */
async function startCaddy(behind: number): Promise<number> {
  const [port = 0] = await freePorts(1);
  const own = await readFile(path.join(DEPLOY, 'Caddyfile'), 'utf8');
  await mkdir(inFolder('home'));
  const env = {
    ...process.env,
    HOME: inFolder('home'),
    XDG_DATA_HOME: inFolder('home'),
    XDG_CONFIG_HOME: inFolder('home'),
  };
  await writeFile(inFolder('Caddyfile'), own);
  await run(caddy ?? '', ['validate', '--adapter', 'caddyfile', '--config', inFolder('Caddyfile')], { env });
  // With a certificate of its own, because only a public address gets one.
  const site = own
    .replace('volant.example {', `volant.example:${port} {\n\ttls internal`)
    .replaceAll('/opt/volant/deploy', DEPLOY)
    .replace('127.0.0.1:3000', `127.0.0.1:${behind}`);
  // Without HTTP/3: who has the port reserved holds its number for UDP.
  const options = ['admin off', 'auto_https disable_redirects', 'skip_install_trust', 'default_bind 127.0.0.1'];
  const whole = `{\n${options.join('\n')}\nservers {\nprotocols h1 h2\n}\n}\n${site}`;
  await writeFile(inFolder('Caddyfile'), whole);
  const args = ['run', '--adapter', 'caddyfile', '--config', inFolder('Caddyfile')];
  proxy = spawn(caddy ?? '', args, { env, stdio: 'ignore' });
  await answers(port);
  return port;
}

/** Calls the API through the proxy. */
async function callThrough(port: number, method: string, target: string, body?: object, token?: string) {
  const { status, body: answer } = await send(port, {
    method,
    path: target,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status, body: JSON.parse(answer) };
}

async function answers(port: number): Promise<void> {
  await eventually(
    () => send(port, { method: 'GET' }).catch(() => undefined),
    (answer) => answer?.status === 200,
  );
}

const PROXIES = [
  { name: 'nginx', program: nginx, start: startNginx },
  { name: 'Caddy', program: caddy, start: startCaddy },
];

describe.each(PROXIES)('$name', ({ program, start }) => {
  test.skipIf(program === undefined)(
    'replaces what clients say of their address, and refuses large bodies',
    async () => {
      const front = await start((standIn.address() as AddressInfo).port);
      const { status, body } = await send(front, { body: Buffer.alloc(5.5 * 1024 * 1024) });
      expect(status).toBe(200);
      const { headers, bytes } = JSON.parse(body) as Forwarded;
      expect(bytes).toBe(5.5 * 1024 * 1024);
      expect(headers).toMatchObject({
        host: 'volant.example',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      });
      const tooLarge = send(front, { body: Buffer.alloc(7 * 1024 * 1024) });
      expect(
        await tooLarge.then(
          (answer) => answer.status,
          () => 'refused',
        ),
      ).not.toBe(200);
    },
  );

  test.skipIf(program === undefined)('answers with a page that tries again while the product is away', async () => {
    const front = await start((standIn.address() as AddressInfo).port);
    await new Promise((resolve) => standIn.close(resolve).closeAllConnections());
    const accept = { accept: 'text/html,application/xhtml+xml' };
    for (const sent of [
      { method: 'GET', path: '/d/abc', headers: accept },
      { headers: accept, body: 'a=b' },
    ]) {
      const { status, headers, body } = await send(front, sent);
      expect([status, headers['content-type'], headers['retry-after'], headers['cache-control']]).toEqual([
        ...[503, 'text/html; charset=utf-8', '2', 'no-store'],
      ]);
      expect(body).toContain('<meta http-equiv="refresh" content="2">');
    }
    const { status, headers, body } = await send(front, { path: '/api/public/events', headers: { accept: '*/*' } });
    expect([status, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '2', 'UNAVAILABLE']);
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  test.skipIf(program === undefined)(
    'passes on the main job: an account, a page, its change, a photo of 5 MB, and scans of several phones, which count',
    async () => {
      product = await startProduct(inFolder('data'), { VOLANT_ORIGIN: ORIGIN });
      const front = await start(Number(new URL(product.origin).port));
      const account = { email: 'ana@example.com', username: 'ana', password: 'a long enough password' };
      const { token } = (await callThrough(front, 'POST', '/api/auth/signup', account)).body;
      const made = { displayName: 'Ana', state: 'ACTIVE', blocksJson: { name: 'Ana' } };
      const page: string = (await callThrough(front, 'POST', '/api/pages', made, token)).body.page.id;
      const change = { blocksJson: { name: 'Ana of the taxi' } };
      expect(await callThrough(front, 'PATCH', `/api/pages/${page}`, change, token)).toMatchObject({ status: 200 });
      await pageIsKnown(product.origin, page);

      const noise = { raw: { width: 1300, height: 1300, channels: 3 as const } };
      const form = new Response(
        pictureForm(
          await sharp(randomBytes(3 * 1300 ** 2), noise)
            .png()
            .toBuffer(),
        ),
      );
      const photo = await send(front, {
        path: '/api/pages/upload-image',
        headers: { authorization: `Bearer ${token}`, 'content-type': form.headers.get('content-type') ?? '' },
        body: Buffer.from(await form.arrayBuffer()),
      });
      expect(photo).toMatchObject({ status: 200 });
      expect((await send(front, { method: 'GET', path: JSON.parse(photo.body).imageUrl })).status).toBe(200);
      const shown = await eventually(
        () => send(front, { method: 'GET', path: `/d/${page}` }),
        ({ body }) => body.includes('Ana of the taxi'),
      );
      expect(shown.status).toBe(200);
      expect(shown.body).toContain(`${ORIGIN}/d/${page}`);

      const scans = PHONES.flatMap((from) =>
        Array.from({ length: SCANS_EACH }, () => ({
          from,
          path: '/api/public/events',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id: randomUUID(), pageId: page, type: 'VIEW' }),
        })),
      );
      const statuses = (await Promise.all(scans.map((scan) => send(front, scan)))).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([202]));
      await eventually(
        () => callThrough(front, 'GET', `/api/pages/${page}/analytics`, undefined, token),
        ({ body }) => body.summary?.views === scans.length,
      );
      expect(product.output().filter((line) => line.includes('VOLANT_TRUSTED_PROXIES'))).toEqual([]);
    },
  );
});

test.skipIf(systemdAnalyze === undefined)('systemd finds nothing wrong with the unit', async () => {
  const { stderr } = await run(systemdAnalyze ?? '', ['verify', path.join(DEPLOY, 'volant.service')]);
  expect(stderr.split('\n').filter((line) => line.includes('volant.service'))).toEqual([]);
});
