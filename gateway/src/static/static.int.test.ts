import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { SCRIPT } from '../testing/web-root.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ site: { shop: { home: 'https://shop.example' } } });
});
afterAll(() => gateway.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.origin + path, { headers });

it('serves hashed files as immutable, in the encoding made at the build', async () => {
  for (const encoding of ['br', 'gzip']) {
    const response = await get('/assets/app-abc123.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe(SCRIPT);
  }
});

it('serves icons with a limited lifetime', async () => {
  const response = await get('/icons/phone.svg');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
});

it('has browsers ask for a newer service worker each time', async () => {
  const response = await get('/sw.js');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  // What the worker may fetch.
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
});

it.each([
  ['/', 200],
  ['/login', 200],
  ['/editor/abc?tab=1', 200],
  ['/index.html', 404],
  ['/nowhere', 404],
  ['/%00', 404],
])('answers %s with the client and %i', async (path, status) => {
  const response = await get(path);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    status,
    path === '/' ? 'private, no-cache' : 'no-cache',
  ]);
  expect(await response.text()).toContain('<div id="root">');
});

it.each([
  ['/login', 'fr'],
  ['/login?lang=en', 'en'],
  ['/nowhere?lang=en', 'en'],
  ['/d/none?lang=en', 'en'],
])('gives %s its own title in the requested language', async (path, language) => {
  const html = await (await get(path)).text();
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toMatch(new RegExp(`<title>${language} ${path.startsWith('/d/') ? '/d/' : path.split('?')[0]}`));
});

it('sends the operator’s data to the client', async () => {
  expect(await (await get('/site.json')).json()).toEqual({ shop: { home: 'https://shop.example' } });
});

it('serves uploaded pictures and no other object in the store', async () => {
  const body = Buffer.from([1, 2, 3]);
  gateway.objects.set('uploads/a1-b2.jpg', { body, contentType: 'image/jpeg' });
  gateway.objects.set('uploads/evil.png', { body, contentType: 'text/html' });
  gateway.objects.set('uploads/evil.svg', { body, contentType: 'image/svg+xml' });

  const picture = await get('/uploads/a1-b2.jpg');
  expect(picture.status).toBe(200);
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(body);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');

  for (const path of ['evil.png', 'evil.svg', 'none.jpg', '%2e%2e/a1-b2.jpg', 'A1.jpg', '']) {
    expect([path, (await get(`/uploads/${path}`)).status]).toEqual([path, 404]);
  }
});
