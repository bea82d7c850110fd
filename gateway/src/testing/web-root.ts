import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { operationIdOf } from '../graphql/persisted-operations.ts';

export const SCRIPT = `console.log(${JSON.stringify('volant '.repeat(300))});\n`;

/** Stands in for the web client's two builds: shows its input with the minimum of escaping. */
const RENDERER = `
export function renderPublicPage({ publicId, language, origin, displayName, blocks, avatar, indexable }) {
  globalThis.volantPagesRendered = (globalThis.volantPagesRendered ?? 0) + 1;
  const data = JSON.stringify({ publicId, displayName, blocks, avatar, indexable });
  const html = '<!DOCTYPE html><html lang="' + language + '"><link rel="canonical" href="' + origin + '/d/' + publicId +
    '"><title>' + blocks.name + '</title><pre>' + data + '</pre>' + '<p>profile</p>'.repeat(200) + '</html>';
  return { html, contentSecurityPolicy: "default-src 'none'; style-src 'sha256-test'" };
}
export function renderPageCode({ publicId, origin }) {
  return '<svg xmlns="http://www.w3.org/2000/svg"><title>' + origin + '/d/' + publicId + '</title></svg>';
}
export function linkPicture({ displayName, blocks }) {
  const colors = { accent: '#0f4c3a', onAccent: '#faf8f4' };
  return { name: blocks.name || displayName, company: blocks.company, initials: 'AD', ...colors };
}
export function renderContactFile({ publicId, origin, blocks }, photo) {
  const content = 'BEGIN:VCARD\\r\\nFN:' + blocks.name + '\\r\\nURL:' + origin + '/d/' + publicId + '\\r\\n' +
    (photo === undefined ? '' : 'PHOTO:' + photo.contentType + ' ' + photo.body.length + '\\r\\n') + 'END:VCARD\\r\\n';
  return { name: blocks.name + '.vcf', content };
}
export const finishedPaths = ['/', '/tutorial'];
export function documentAt(pathname) {
  const path = pathname.length > 1 ? pathname.replace(/\\/$/, '') : pathname;
  return finishedPaths.includes(path) ? path : undefined;
}
export const languageAt = (path, requested) => requested;
export async function renderFinishedPage({ path, language, origin, site }) {
  globalThis.volantPagesRendered = (globalThis.volantPagesRendered ?? 0) + 1;
  return '<!DOCTYPE html><html lang="' + language + '"><link rel="canonical" href="' + origin + path + '"><div id="root"><p>' +
    JSON.stringify(site) + '</p></div></html>';
}
export function shellHead(pathname, language) {
  return {
    language,
    title: language + ' ' + pathname.slice(0, 9),
    description: 'd',
    attributes: 'lang="' + language + '"',
    withoutScript: '',
  };
}
export function knownRoute(pathname) {
  return ['/', '/login', '/dashboard', '/tutorial'].includes(pathname) || /^\\/editor\\/[^/]+$/.test(pathname);
}
`;

/** Number of pages rendered in this process so far. */
export function pagesRendered(): number {
  return (globalThis as { volantPagesRendered?: number }).volantPagesRendered ?? 0;
}

const query = `query Mine($first: Int) { myPages(first: $first) { ...Part __typename } me { id } }
fragment Part on PageConnection { nodes { id viewCount __typename } nodes { owner { username __typename } } }`;
/** The operation that the built client lists, and its hash. */
export const PERSISTED = { name: 'Mine', query };
export const PERSISTED_HASH = operationIdOf(query);

const OPERATIONS = JSON.stringify({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [{ id: PERSISTED_HASH, name: PERSISTED.name, type: 'query', body: query }],
});

/** Writes a minimal built client below `directory`. */
export async function writeWebRoot(directory: string): Promise<string> {
  const webRoot = join(directory, 'dist');
  await Promise.all(
    ['client/assets', 'client/icons', 'server'].map((part) => mkdir(join(webRoot, part), { recursive: true })),
  );
  const files: Record<string, string | Buffer> = {
    'package.json': '{ "type": "module" }',
    'operations.json': OPERATIONS,
    'server/render.js': RENDERER,
    'client/index.html': '<!DOCTYPE html><html lang="fr"><title>Volant</title><div id="root"></div></html>',
    'client/assets/app-abc123.js': SCRIPT,
    'client/assets/app-abc123.js.br': brotliCompressSync(SCRIPT),
    'client/assets/app-abc123.js.gz': gzipSync(SCRIPT),
    'client/sw.js': SCRIPT,
    'client/icons/phone.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  await Promise.all(Object.entries(files).map(([path, content]) => writeFile(join(webRoot, path), content)));
  return webRoot;
}
