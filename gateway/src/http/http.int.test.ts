import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TOKEN } from '../testing/canned-subgraphs.ts';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'],
    allowedOrigins: ['https://shop.example'],
  });
});
afterAll(() => gateway.close());

const NOTHING_HERE = { success: false, error: 'Cette adresse n’existe pas.', code: 'NOT_FOUND' };

function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(gateway.origin + path, { method, ...init });
}

/** Sends raw bytes; resolves with all bytes of the response. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('paths', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/users'],
    ['DELETE', '/api/nothing/here'],
    ['GET', '/apiary/../api/none'],
    ['GET', '/assets/missing.js'],
    ['GET', '/icons/missing.svg'],
  ])('%s %s is not found', async (method, path) => {
    const response = await ask(method, path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual(NOTHING_HERE);
  });

  it('an unknown path stays unknown for any body', async () => {
    for (const body of ['{', 'x'.repeat(1_200_000)]) {
      const response = await ask('POST', '/api/none', { body, headers: { 'content-type': 'application/json' } });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual(NOTHING_HERE);
    }
    expect((await ask('POST', '/api/none', { body: 'text' })).status).toBe(404);
  });

  it.each([
    ['DELETE', '/api/auth/login', 'POST'],
    ['GET', '/api/auth/login', 'POST'],
    ['PATCH', '/api/pages/mine', 'GET, HEAD'],
    ['DELETE', '/api/pages/some-page', 'GET, HEAD, PATCH'],
    ['PUT', '/api/public/pages/some-page', 'GET, HEAD'],
    ['GET', '/api/admin/pages/bulk', 'POST'],
    ['PROPFIND', '/api/pages', 'POST'],
    ['DELETE', '/graphql', 'POST'],
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/d/some-page', 'GET, HEAD'],
    ['DELETE', '/icons/phone.svg', 'GET, HEAD'],
  ])('%s %s is a wrong method, and the allowed ones are named', async (method, path, allow) => {
    const response = await ask(method, path);
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' });
  });

  it.each(['/api/pages/%zz', `/api/pages/${'x'.repeat(3000)}`])('%s is refused with 4xx', async (path) => {
    const response = await ask('GET', path);
    expect([400, 401, 404]).toContain(response.status);
    expect(await response.json()).toMatchObject({ success: false });
  });
});

describe('bodies', () => {
  it('of another content type are refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]) {
      const response = await ask('POST', '/api/auth/login', { body: '{}', headers: { 'content-type': type } });
      expect([type, response.status]).toEqual([type, 415]);
      expect(await response.json()).toMatchObject({ success: false, code: 'UNSUPPORTED_MEDIA_TYPE' });
    }
  });

  it('of JSON are read with every parameter of their type and however their encoding is written', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON ;Charset="UTF-8";', 'application/json;']) {
      for (const encoding of [{}, { 'content-encoding': 'Identity' }]) {
        const headers = { 'content-type': type, ...encoding };
        const login = await ask('POST', '/api/auth/login', { body: '[]', headers });
        expect([type, encoding, login.status, await login.json()]).toMatchObject([
          ...[type, encoding, 400],
          { code: 'MALFORMED_BODY' },
        ]);
        const operation = await ask('POST', '/graphql', { body: '{"query":"{__typename}"}', headers });
        expect([type, encoding, operation.status]).toEqual([type, encoding, 200]);
      }
    }
  });

  it('that are compressed are refused', async () => {
    const response = await ask('POST', '/api/auth/login', {
      body: '{}',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(response.status).toBe(415);
  });

  it.each([
    ['/api/auth/login', 8 * 1024],
    ['/api/support/contact', 64 * 1024],
    ['/graphql', 96 * 1024],
  ])('for %s are read up to %i bytes', async (path, bytes) => {
    // Only the length matters, so the rest is spaces.
    const post = (length: number) =>
      ask('POST', path, { body: '{}'.padEnd(length), headers: { 'content-type': 'application/json' } });
    expect((await post(bytes)).status).not.toBe(413);
    const refused = await post(bytes + 1);
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
      413,
      expect.stringContaining('PAYLOAD_TOO_LARGE'),
    ]);
  });

  it('that are nested too deep are refused on every path', async () => {
    const deep = `{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`;
    for (const path of ['/api/auth/login', '/api/support/contact', '/graphql']) {
      const refused = await ask('POST', path, { body: deep, headers: { 'content-type': 'application/json' } });
      expect([path, refused.status, JSON.stringify(await refused.json())]).toEqual([
        path,
        400,
        expect.stringContaining('MALFORMED_BODY'),
      ]);
    }
  });

  it('that are too large are refused while the client is still sending, and the connection stays open', async () => {
    const body = Buffer.alloc(2_000_000, 'x');
    const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: x\r\n`;
    const socket = connect(gateway.port, '127.0.0.1');
    const answers: string[] = [];
    socket.on('data', (data) => void answers.push(String(data)));
    const answered = (start: string) => vi.waitFor(() => expect(answers.join('')).toContain(start));
    socket.write(head('POST', '/api/auth/login'));
    socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
    // The answer precedes the first byte of the body, so a browser that is still sending receives it.
    await answered('HTTP/1.1 413');
    socket.write(body);
    socket.write(`${head('GET', '/api/none')}\r\n`);
    await answered('HTTP/1.1 404');
    socket.destroy();
  });
});

describe('invalid requests', () => {
  it('are answered 400 in the common error form', async () => {
    const answer = await sendRaw('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"MALFORMED_BODY"');
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('include one with two hosts, because a proxy may have used the other one', async () => {
    for (const path of ['/d/card', '/api/none', '/']) {
      const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"HOST_UNCLEAR"');
    }
  });

  it('are answered 431 for oversized headers', async () => {
    const answer = await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a whole address as the target of a request', () => {
  it.each([
    ['http://x.example/health', 200],
    ['HTTPS://X.example/health?a=1', 200],
    ['http://x.example', 200],
    ['http://x.example?a=1', 200],
    ['http://x.example/login?a=1', 200],
    ['http://x.example:81/health', 400],
    ['http://evil.example/health', 400],
    ['ftp://x.example/health', 404],
  ])('%s is answered %d', async (target, status) => {
    const answer = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
  });
});

describe('an address as people type it', () => {
  it.each([
    ['/LOGIN', '/login'],
    ['//login', '/login'],
    ['/Login/', '/login'],
    ['/login).', '/login'],
    ['/login%E2%80%8B*', '/login'],
    ['/login%3Ftoken%3Dab_c', '/login?token=ab_c'],
    ['/Login%3Fa=%C3%A9?lang=en', '/login?a=%C3%A9&lang=en'],
    ['/login%20?next=/x&a=%22', '/login?next=/x&a=%22'],
    ['/Editor//AbC_-"', '/editor/AbC_-'],
  ])('%s redirects to %s', async (typed, plain) => {
    const { status, headers } = await fetch(gateway.origin + typed, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, plain]);
  });

  it.each(['//evil.example/login', '/%5Cevil.example/', '/%2F/evil.example', '/LOGIN/x', '/API/none', '/%ff', '/)'])(
    '%s redirects nowhere',
    async (typed) => {
      const { status, headers } = await fetch(gateway.origin + typed, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([404, null]);
    },
  );
});

describe('an address as programs join it', () => {
  it.each([
    ['//api/openapi.json?a=//b/', 200],
    ['/api//openapi.json/', 200],
    ['///api/none/', 404],
    ['//health/', 200],
    ['/api/auth/me/', 401],
  ])('%s is answered %d in JSON', async (path, status) => {
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toMatch(/content-type: application\/json/i);
  });
});

it('leads password managers to the form that changes a password', async () => {
  const { status, headers } = await fetch(`${gateway.origin}/.well-known/change-password`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, '/account#password']);
});

describe('headers', () => {
  it.each([
    '/',
    '/none',
    '/d/none',
    '/api/none',
    '/api/auth/me',
    '/api/public/pages/none',
    '/assets/app-abc123.js',
    '/site.json',
    '/health',
    '/graphql',
    '/uploads/none.jpg',
  ])('%s carries the security headers', async (path) => {
    const { headers } = await ask('GET', path);
    expect(headers.get('content-security-policy')).toMatch(/default-src '(self|none)'.*frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    // Claiming a card needs the camera to read its code.
    expect(headers.get('permissions-policy')).toMatch(/^camera=\(self\), geolocation=\(\)/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('require https only if a trusted proxy reports it', async () => {
    const hsts = async (from: GatewayUnderTest) =>
      Promise.all(
        ['/', '/api/auth/me'].map(async (path) => {
          const { headers } = await fetch(from.origin + path, { headers: { 'x-forwarded-proto': 'https' } });
          return headers.get('strict-transport-security');
        }),
      );
    expect(await hsts(gateway)).toEqual([expect.stringContaining('max-age='), expect.stringContaining('max-age=')]);
    const direct = await startGateway();
    expect(await hsts(direct)).toEqual([null, null]);
    await direct.close();
  });

  it('allow a listed origin, and no other', async () => {
    const from = (origin: string, method = 'GET') =>
      ask(method, '/api/auth/me', { headers: { origin, 'access-control-request-method': 'GET' } });
    const listed = await from('https://shop.example');
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(listed.headers.get('access-control-allow-credentials')).toBe('true');
    expect(listed.headers.get('vary')).toBe('Origin, Accept-Language');
    expect((await from('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();

    const preflight = await from('https://shop.example', 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    const refused = await from('https://evil.example', 'OPTIONS');
    expect(refused.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('give every answer a correlation id, the caller’s own if it is valid', async () => {
    const own = await ask('GET', '/api/none', { headers: { 'x-correlation-id': 'my-request-1' } });
    expect(own.headers.get('x-correlation-id')).toBe('my-request-1');
    const odd = await ask('GET', '/api/none', { headers: { 'x-correlation-id': 'a b' } });
    expect(odd.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the client’s address', () => {
  async function seen(forwardedFor: string): Promise<string | undefined> {
    gateway.canned.calls.length = 0;
    await new Promise<void>((resolve, reject) => {
      const headers = { 'x-forwarded-for': forwardedFor, authorization: `Bearer ${TOKEN}` };
      httpRequest(`${gateway.origin}/api/auth/me`, { headers }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
    return gateway.canned.calls[0]?.call.clientAddress;
  }

  it('is the last one that is not a trusted proxy', async () => {
    expect(await seen('203.0.113.7')).toBe('203.0.113.7');
    expect(await seen('198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7');
    expect(await seen('10.9.9.9, 10.1.2.3')).toBe('10.9.9.9');
  });

  it('is never logged', () => {
    expect(gateway.logged()).not.toContain('203.0.113.7');
  });
});

it('reports that it is alive and ready', async () => {
  expect(await (await ask('GET', '/health')).json()).toEqual({ status: 'ok' });
  const ready = await ask('GET', '/ready');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
});
