import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { APPLICATION_POLICY } from '../http/security-headers.ts';

export interface ClientFile {
  readonly body: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

export interface ClientFiles {
  readonly index: ClientFile;
  /** Ready answers by path, `/assets/…` and the like. */
  readonly answers: ReadonlyMap<string, ReadyAnswer>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built client once and serves it from memory: a URL can only name a file that existed then, and a build in
 * progress is never visible.
 * @throws if the client has not been built
 */
export async function loadClientFiles(directory: string): Promise<ClientFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && CONTENT_TYPES[extname(entry.name)] !== undefined)
    .map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));

  async function load(path: string): Promise<ClientFile> {
    const beside = (name: string) => (present.has(name) ? readFile(name) : undefined);
    const [body, br, gzip] = await Promise.all([readFile(path), beside(`${path}.br`), beside(`${path}.gz`)]);
    return { body, br, gzip };
  }

  const answers = new Map<string, ReadyAnswer>();
  for (const path of paths) {
    const address = `/${relative(directory, path).split(sep).join('/')}`;
    if (address !== '/index.html') answers.set(address, ready(address, await load(path)));
  }
  return { index: await load(join(directory, 'index.html')), answers };
}

function ready(address: string, { body, br, gzip }: ClientFile): ReadyAnswer {
  const content = {
    body,
    contentType: CONTENT_TYPES[extname(address)] ?? 'application/octet-stream',
    cacheControl: cacheControlOf(address),
    contentSecurityPolicy: APPLICATION_POLICY,
  };
  return readyAnswer(content, { br, gzip });
}

function cacheControlOf(address: string): string {
  // Names below /assets/ contain a hash of their content.
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // A service worker with a fault must not outlive its correction.
  return address === '/sw.js' ? 'no-cache' : 'public, max-age=3600';
}
