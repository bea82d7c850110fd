import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { pagesRendered } from '../testing/web-root.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ site: { shop: { home: 'https://shop.example' } } });
});
afterAll(() => gateway.close());

const get = (path: string, init: RequestInit = {}) => fetch(gateway.origin + path, init);

it.each([
  ['/', 'fr'],
  ['/?lang=en', 'en'],
  ['/?lang=xx', 'fr'],
  ['/tutorial', 'fr'],
  ['/tutorial/', 'fr'],
  ['/tutorial?a=b&lang=en', 'en'],
])('answers %s finished, in %s, with the operator’s data', async (path, language) => {
  const response = await get(path);
  const html = await response.text();
  expect([response.status, response.headers.get('content-language')]).toEqual([200, language]);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain('https://shop.example');
  const again = await get(path, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

it('names the requested address, and renders a page once for all addresses', async () => {
  const html = await (await get('/tutorial')).text();
  expect(html).toContain(`<link rel="canonical" href="${gateway.origin}/tutorial">`);
  const before = pagesRendered();
  const elsewhere = await get('/tutorial').then((response) => response.text());
  expect(elsewhere).toBe(html);
  expect(pagesRendered()).toBe(before);
});

it('renders pages again in a new year, because they show it', async () => {
  await get('/');
  const before = pagesRendered();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-01T12:00:00Z') });
  try {
    await get('/');
  } finally {
    vi.useRealTimers();
  }
  expect(pagesRendered()).toBe(before + 1);
});

it('leaves other screens and unknown addresses to the client', async () => {
  for (const [path, status] of [
    ['/login', 200],
    ['/tutorial/more', 404],
    ['/sitemap.xml/', 404],
  ] as const) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, status]);
    expect(await response.text()).toContain('<div id="root"></div>');
  }
});

it('lists the pages for search engines', async () => {
  const robots = await get('/robots.txt');
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await robots.text()).toContain(`Sitemap: ${gateway.origin}/sitemap.xml`);
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const xml = await sitemap.text();
  expect(xml.match(/<loc>[^<]*<\/loc>/g)).toEqual(
    ['/', '/?lang=en', '/tutorial', '/tutorial?lang=en'].map((path) => `<loc>${gateway.origin}${path}</loc>`),
  );
  expect(xml).toContain(`<xhtml:link rel="alternate" hreflang="en" href="${gateway.origin}/tutorial?lang=en"/>`);
});

it('accepts only reading methods', async () => {
  expect((await get('/tutorial', { method: 'POST' })).status).toBe(405);
  const head = await get('/tutorial', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
