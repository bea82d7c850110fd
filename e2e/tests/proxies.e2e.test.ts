import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePorts } from '../../scripts/servers/ports.ts';
import { proxyProgram } from '../../scripts/servers/proxies.ts';
import { findProgram } from '../../scripts/servers/tools.ts';
import { eventually } from '../src/api.ts';
import { ended, ROOT, type TemporaryDirectory, temporaryDirectory } from '../src/product.ts';

const run = promisify(execFile);
const DEPLOY = path.join(ROOT, 'deploy');
/** Skipped where they are missing: "npm run proxies" unpacks Debian's. */
const [nginx, caddy, systemdAnalyze] = await Promise.all([
  proxyProgram('nginx'),
  proxyProgram('caddy'),
  findProgram('systemd-analyze'),
]);

interface Forwarded {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
}

let directory: TemporaryDirectory;
let proxy: ChildProcess | undefined;
const upstream = createServer(async (request, response) => {
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
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  proxy?.kill('SIGTERM');
  if (proxy !== undefined) await ended(proxy);
  proxy = undefined;
  await new Promise((resolve) => upstream.close(resolve));
  await directory.remove();
});

/** Sends a body of so many bytes to the proxy as volant.example, with headers that a client made up. */
function send(port: number, tls: boolean, bytes: number): Promise<{ status: number | undefined; body: string }> {
  const options = {
    port,
    host: '127.0.0.1',
    method: 'POST',
    servername: 'volant.example',
    rejectUnauthorized: false,
    headers: { host: 'volant.example', 'x-forwarded-for': '203.0.113.7', 'content-length': bytes },
  };
  return new Promise((resolve, reject) => {
    const request = (tls ? httpsRequest : httpRequest)(options, async (response) => {
      let body = '';
      for await (const chunk of response) body += String(chunk);
      resolve({ status: response.statusCode, body });
    });
    request.on('error', reject);
    request.end(Buffer.alloc(bytes));
  });
}

async function expectForwarding(port: number, tls: boolean): Promise<void> {
  await eventually(
    () => send(port, tls, 0).catch(() => undefined),
    (answer) => answer?.status === 200,
  );
  const { status, body } = await send(port, tls, 5.5 * 1024 * 1024);
  expect(status).toBe(200);
  const { headers, bytes } = JSON.parse(body) as Forwarded;
  expect(bytes).toBe(5.5 * 1024 * 1024);
  expect(headers).toMatchObject({
    host: 'volant.example',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': tls ? 'https' : 'http',
  });
  expect(
    await send(port, tls, 7 * 1024 * 1024).then(
      (answer) => answer.status,
      () => 'refused',
    ),
  ).not.toBe(200);
}

const upstreamPort = () => String((upstream.address() as AddressInfo).port);
const inFolder = (name: string) => path.join(directory.path, name);

test.skipIf(nginx === undefined)(
  'nginx passes photos of 5 MB on, and replaces what clients say of their address',
  async () => {
    const [plain = 0, secure = 0] = await freePorts(2);
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-subj', '/CN=volant.example', '-keyout', inFolder('privkey.pem'), '-out', inFolder('fullchain.pem')],
    ]);
    const site = (await readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8'))
      .replaceAll('/etc/letsencrypt/live/volant.example', directory.path)
      .replaceAll(/listen \[::\].*\n/g, '\n')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
      .replace('127.0.0.1:3000', `127.0.0.1:${upstreamPort()}`);
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
    await expectForwarding(secure, true);
    const elsewhere = await fetch(`http://127.0.0.1:${plain}/d/abc?x=1`, { redirect: 'manual' });
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([301, 'https://volant.example/d/abc?x=1']);
  },
);

test.skipIf(caddy === undefined)(
  'Caddy passes photos of 5 MB on, and replaces what clients say of their address',
  async () => {
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
    // Without a certificate, which only a public address gets.
    const site = own
      .replace('volant.example {', `http://volant.example:${port} {`)
      .replace('127.0.0.1:3000', `127.0.0.1:${upstreamPort()}`);
    await writeFile(inFolder('Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
    const args = ['run', '--adapter', 'caddyfile', '--config', inFolder('Caddyfile')];
    proxy = spawn(caddy ?? '', args, { env, stdio: 'ignore' });
    await expectForwarding(port, false);
  },
);

test.skipIf(systemdAnalyze === undefined)('systemd finds nothing wrong with the unit', async () => {
  const { stderr } = await run(systemdAnalyze ?? '', ['verify', path.join(DEPLOY, 'volant.service')]);
  expect(stderr.split('\n').filter((line) => line.includes('volant.service'))).toEqual([]);
});
