import { request as httpRequest } from 'node:http';
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
const WITH_ORIGIN = ['/d/taxi', '/d/taxi/qr.svg', '/d/taxi.vcf', '/robots.txt', '/sitemap.xml', '/', '/tutorial'];

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
  return new Promise<{ cacheControl: string | undefined; body: string }>((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      response.on('end', () => resolve({ cacheControl: response.headers['cache-control'], body }));
    })
      .on('error', reject)
      .end();
  });
}

describe.each(WITH_ORIGIN)('%s', (path) => {
  it('is kept out of shared caches unless the operator has set the origin', async () => {
    expect((await ask(open, path, { host: 'a.example' })).cacheControl).toBe('private, no-cache');
    expect((await ask(fixed, path, { host: 'a.example' })).cacheControl).not.toContain('private');
  });

  it('contains the operator’s origin, regardless of the request', async () => {
    const headers = { host: 'b.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { body } = await ask(fixed, path, headers);
    expect(body).toContain('https://volant.example/');
    expect(body).not.toMatch(/evil|b\.example/);
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
