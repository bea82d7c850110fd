import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { APPLICATION_POLICY } from '../http/security-headers.ts';
import type { ClientFile } from './client-files.ts';

/** The client's one HTML document, ready for each way it is answered. */
export interface Shell {
  /** For a screen the client has. */
  readonly found: ReadyAnswer;
  /** The same, kept out of search engines. */
  readonly unlisted: ReadyAnswer;
  /** For an address nobody knows; the client shows its not-found screen. */
  readonly notFound: ReadyAnswer;
}

export async function createShell(index: ClientFile): Promise<Shell> {
  const make = (status: number, headers: readonly string[]) =>
    readyAnswer({
      status,
      body: index.body,
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      contentSecurityPolicy: APPLICATION_POLICY,
      headers,
      ...(index.br === undefined && index.gzip === undefined ? {} : { compressed: { br: index.br, gzip: index.gzip } }),
    });
  const [found, unlisted, notFound] = await Promise.all([
    make(200, []),
    make(200, ['X-Robots-Tag', 'noindex']),
    make(404, ['X-Robots-Tag', 'noindex']),
  ]);
  return { found, unlisted, notFound };
}
