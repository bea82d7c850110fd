// @vitest-environment node
import type { PageRenderer } from '@volant/proto/rendering/page-renderer';
import { expect, it } from 'vitest';
import { documentAt, documents } from './documents.ts';
import { renderFinishedPage } from './finished-page.tsx';
import * as rendering from './render.ts';

const origin = 'https://volant.example';
const site = { company: { name: 'Exemple SARL', email: 'contact@example.org' } };
const live = documents.filter((one) => one.live !== undefined);
const cases = live.flatMap(({ path }) => [[path, 'fr'] as const, [path, 'en'] as const]);
const STAFF = ['SUPPORT', 'ADMIN', 'SUPERADMIN'];

it('are rendered by what the gateway loads', () => {
  const renderer: PageRenderer = rendering;
  expect(renderer.finishedPaths.map(renderer.knownRoute)).not.toContain(false);
});

it('names the roles for every screen that is not public', () => {
  expect(Object.fromEntries(live.map(({ path, readers }) => [path, readers]))).toMatchObject({
    '/login': ['GUEST'],
    '/signup': ['GUEST'],
    '/forgot-password': ['GUEST'],
    '/reset-password': ['GUEST'],
    '/claim': ['DRIVER', ...STAFF],
    '/dashboard': ['DRIVER', ...STAFF],
    '/account': ['DRIVER', ...STAFF],
    '/editor/:id': ['DRIVER', ...STAFF],
    '/admin': ['ADMIN', 'SUPERADMIN'],
    '/support': STAFF,
  });
});

it.each([
  ['/', '/'],
  ['/login/', '/login'],
  ['/editor/demo-berline', '/editor/:id'],
  ['/editor/demo-berline/', '/editor/:id'],
  ['/editor/new', undefined],
  ['/editor/', undefined],
  ['/editor/a/b', undefined],
  ['/d/demo-berline', undefined],
  ['/nowhere', undefined],
])('maps %s to the document %s', (pathname, pattern) => {
  expect(documentAt(pathname)).toBe(pattern);
});

it.each(cases)('%s in %s contains its texts and no inline code', async (path, language) => {
  const html = await renderFinishedPage({ path, language, origin, site });
  const made = live.find((one) => one.path === path);
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(html.replace(/<[^>]*>/g, ' ')).not.toMatch(/\b(?:shell|footer|editor|account|admin|support|form)\.[a-z]\w+/i);
  expect(html).toContain(`data-readers="${made?.readers.join(' ')}"`);
  expect(html).toContain(language === 'fr' ? 'Cet écran a besoin de JavaScript.' : 'This screen needs JavaScript.');
  expect(html).not.toMatch(/ on\w+="| style="|<style/);
  expect(html.match(/<script\b[^>]*>/g)).toEqual([
    '<script src="/preferences.js">',
    expect.stringMatching(/^<script type="module" src="\/assets\/[^"]+" crossorigin="">$/),
    '<script id="site" type="application/json">',
  ]);
  // Editors are not for search engines.
  expect(html).not.toContain('rel="canonical"');
});

it.each(cases)('%s in %s accepts no input that the application would discard', async (path, language) => {
  const html = await renderFinishedPage({ path, language, origin, site });
  const fields = html.match(/<(?:input|textarea)\b[^>]*>/g) ?? [];
  const isThrownAway = html.includes('<div id="root" inert');
  expect(fields.filter((field) => field.includes('readonly') !== isThrownAway)).toEqual([]);
  expect(isThrownAway || fields.length > 0).toBe(true);
});

it('is the same for all users, and hides guest links from signed-in users', async () => {
  const shell = await renderFinishedPage({ path: '/dashboard', language: 'fr', origin, site });
  expect(shell).toContain('<div id="root" inert');
  expect(shell).not.toMatch(/href="\/(?:login|signup)"/);
  const login = await renderFinishedPage({ path: '/login', language: 'fr', origin, site });
  expect(login).toContain('<div id="root"><');
  expect(login).toMatch(/href="\/signup"/);
});

it('preloads the code and both languages’ texts of each screen', async () => {
  for (const { path, readers, live: how } of live) {
    for (const address of [...(how?.scripts ?? []), ...(how?.texts.fr ?? []), ...(how?.texts.en ?? [])]) {
      expect(address, path).toMatch(/^\/assets\/[\w.-]+\.js$/);
    }
    expect(how?.texts.fr?.length, path).toBeGreaterThan(1);
    expect(how?.scripts.includes('/assets/graph.js'), path).toBe(readers[0] !== 'GUEST');
  }
});
