import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';

const SHOWN = {
  pageUid: 'uid-1',
  publicId: 'taxi',
  state: PageState.ACTIVE,
  ownerId: 'u1',
  profile: { name: 'Ana Démo' },
  version: 1n,
};
const SCREENS = ['/d/taxi', '/', '/tutorial'];
const WITH_ORIGIN = [...SCREENS, '/d/taxi/qr.svg', '/d/taxi.vcf', '/robots.txt', '/sitemap.xml'];

let open: GatewayUnderTest;
let fixed: GatewayUnderTest;
beforeAll(async () => {
  const trustedProxies = ['127.0.0.1/32'];
  open = await startGateway({ pages: [SHOWN], trustedProxies });
  fixed = await startGateway({ pages: [SHOWN], trustedProxies, origin: 'https://volant.example' });
});
afterAll(() => Promise.all([open.close(), fixed.close()]));

/** Like fetch, which does not let a caller set the host. */
function ask({ port }: GatewayUnderTest, path: string, headers: Record<string, string>) {
  type Response = { status: number | undefined; headers: IncomingHttpHeaders; cacheControl: string; body: string };
  return new Promise<Response>((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      const { statusCode: status, headers } = response;
      response.on('end', () => resolve({ status, headers, cacheControl: headers['cache-control'] ?? '', body }));
    })
      .on('error', reject)
      .end();
  });
}

describe.each(WITH_ORIGIN)('%s', (path) => {
  it('is kept out of shared caches unless the operator has set the origin', async () => {
    expect((await ask(open, path, { host: 'volant.example' })).cacheControl).toBe('private, no-cache');
    expect((await ask(fixed, path, { host: 'volant.example' })).cacheControl).not.toContain('private');
  });

  it('contains the operator’s origin, regardless of the request', async () => {
    const headers = { host: 'b.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { body, headers: answered } = await ask(fixed, path, headers);
    expect(`${answered.location} ${body}`).toContain('https://volant.example/');
    expect(`${answered.location} ${body}`).not.toMatch(/evil|b\.example/);
  });

  it.each([
    [{ 'x-forwarded-host': 'c.example', 'x-forwarded-proto': 'https' }, 'https://c.example'],
    [{ 'x-forwarded-host': 'c.example:8443', 'x-forwarded-proto': 'HTTPS' }, 'https://c.example:8443'],
    [{ 'x-forwarded-host': 'x.example, c.example', 'x-forwarded-proto': 'http, https' }, 'https://c.example'],
    [{ 'x-forwarded-host': 'c.example', 'x-forwarded-proto': 'javascript' }, 'http://c.example'],
    [{ 'x-forwarded-host': 'c.example', 'x-forwarded-proto': 'https://evil.example/' }, 'http://c.example'],
    [{ 'x-forwarded-host': 'c.example', 'x-forwarded-proto': '"><script>' }, 'http://c.example'],
    [{ 'x-forwarded-host': 'evil@c.example' }, 'http://localhost'],
    [{ 'x-forwarded-host': 'c.example/evil?' }, 'http://localhost'],
    [{ 'x-forwarded-host': 'c.example"<' }, 'http://localhost'],
    [{ 'x-forwarded-host': 'c.example:99999' }, 'http://localhost'],
    [{ 'x-forwarded-host': '[::1' }, 'http://localhost'],
    [{ 'x-forwarded-host': '[::1]:3000' }, 'http://[::1]:3000'],
    [{ host: 'C.Example' }, 'http://c.example'],
  ])('with %j contains a valid web address', async (headers, origin) => {
    const { body } = await ask(open, path, { host: 'd.example', ...headers });
    expect(body).toContain(`${origin}/`);
    expect(body).not.toMatch(/evil|javascript:/);
  });
});

describe('with an origin set by the operator', () => {
  const locationOf = async (path: string, host: string, headers: Record<string, string> = {}) =>
    (await ask(fixed, path, { host, ...headers })).headers.location;

  it.each([...SCREENS, '/login', '/dashboard', '/editor/x?tab=preview', '/d/taxi?s=qr', '/d/unknown', '/nowhere'])(
    'redirects the screen %s of another host',
    async (path) => {
      for (const host of ['www.volant.example', '192.0.2.7:3000', 'volant.example:8443', '127.0.0.1:3000']) {
        const { status, headers } = await ask(fixed, path, { host });
        expect([host, status, headers.location]).toEqual([host, 302, `https://volant.example${path}`]);
        expect(headers['cache-control']).toBe('no-store');
      }
    },
  );

  it('serves screens of its host, also if a proxy does not say that it was asked over https', async () => {
    for (const host of ['volant.example', 'Volant.Example', 'volant.example:443']) {
      for (const path of SCREENS) expect((await ask(fixed, path, { host })).status).toBe(200);
    }
    expect(await locationOf('/', 'x.example', { 'x-forwarded-host': 'volant.example' })).toBeUndefined();
  });

  it.each([
    ['/health', 200],
    ['/ready', 200],
    ['/site.json', 200],
    ['/sw.js', 200],
    ['/assets/app-abc123.js', 200],
    ['/api/public/pages/taxi', 200],
    ['/api/auth/me', 401],
    ['/api/nothing', 404],
    ['/d/taxi/qr.svg', 200],
    ['/d/taxi.vcf', 200],
    ['/robots.txt', 200],
  ])('serves %s at each host', async (path, status) => {
    expect((await ask(fixed, path, { host: 'www.volant.example' })).status).toBe(status);
  });

  it('leads to no other site', async () => {
    for (const path of ['//evil.example/', '/\\evil.example', '/@evil.example']) {
      expect(await locationOf(path, 'www.volant.example')).toMatch(/^https:\/\/volant\.example\//);
    }
  });

  it('serves a screen at last if a proxy replaces the host of each redirected request, and says so', async () => {
    const statuses = [];
    for (let hop = 0; hop < 20; hop += 1) {
      const { status } = await ask(fixed, '/tutorial?loop', { host: 'upstream:3000' });
      statuses.push(status);
    }
    expect(statuses.indexOf(200)).toBeGreaterThan(1);
    expect(statuses.indexOf(200)).toBeLessThan(8);
    expect(fixed.notices()).toEqual([expect.stringMatching(/^VOLANT_ORIGIN: .*Host/)]);
  });

  it('names it in documents, for the links that the client makes', async () => {
    for (const path of ['/', '/login', '/dashboard', '/nowhere']) {
      expect((await ask(fixed, path, { host: 'volant.example' })).body).toContain(
        '<html data-origin="https://volant.example" ',
      );
      expect((await ask(open, path, { host: 'volant.example' })).body).not.toContain('data-origin');
    }
  });
});
