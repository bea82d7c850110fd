import { beforeAll, expect, test } from 'vitest';
import { createPage, pageIsKnown, signUp } from '../../src/api.ts';
import { useSharedProduct } from '../../src/shared-product.ts';

// Behind a trusted proxy and without an origin of its own, so that the headers are believed.
const product = useSharedProduct();
let page: string;

beforeAll(async () => {
  page = await createPage(product.origin, (await signUp(product.origin)).token);
  await pageIsKnown(product.origin, page);
});

const FORGED = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' };
const PATHS = [
  '/',
  '/tutorial',
  '/contact',
  '/login',
  '/sitemap.xml',
  '/robots.txt',
  '/d/{id}',
  '/d/{id}/qr.svg',
  '/d/{id}.vcf',
];

test.each(PATHS)('%s with a forged host is stored by no shared cache and names no other scheme', async (path) => {
  const address = `${product.origin}${path.replace('{id}', page)}`;
  const forged = await fetch(address, { headers: FORGED });
  const text = await forged.text();
  expect(forged.status).toBe(200);
  expect(text).not.toContain('javascript://');
  // The modules of a QR code spell the address, too.
  if (text.includes('evil.example') || path.endsWith('.svg'))
    expect(forged.headers.get('cache-control')).toMatch(/private|no-store/);
  // The answer to others does not have the forged host.
  expect(await (await fetch(address)).text()).not.toContain('evil.example');
});
