import type { Language } from '@volant/infra/errors/domain-error';
import { LRUCache } from 'lru-cache';
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { APPLICATION_POLICY } from '../http/security-headers.ts';
import type { ShellHead } from '../public-page/renderer.ts';
import type { ClientFile } from './client-files.ts';

type Draw = (path: string, language: Language) => Promise<ReadyAnswer>;

/** The client's HTML document, with the title of the screen at the path. */
export interface Shell {
  /** For a screen the client has. */
  readonly found: Draw;
  /** The same, hidden from search engines. */
  readonly unlisted: Draw;
  /** For an unknown address; the client shows its not-found screen. */
  readonly notFound: Draw;
}

/** Only a few screens have their own title, each in two languages. */
const KEPT_ANSWERS = 50;
const NO_INDEX = ['X-Robots-Tag', 'noindex'];

export function createShell(index: ClientFile, headOf: (path: string, language: Language) => ShellHead): Shell {
  const html = String(index.body);
  const answers = new LRUCache<string, Promise<ReadyAnswer>>({ max: KEPT_ANSWERS });

  function withHead({ title, description }: ShellHead, language: Language): string {
    return html
      .replace(/<html lang="fr">/, () => `<html lang="${language}">`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, (_, start) => `${start}${description}`);
  }

  function draw(status: number, headers: readonly string[]): Draw {
    return (path, language) => {
      const body = withHead(headOf(path, language), language);
      const key = `${status} ${headers.length} ${body}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const made = readyAnswer({
        status,
        body: Buffer.from(body),
        contentType: 'text/html; charset=utf-8',
        cacheControl: 'no-cache',
        contentSecurityPolicy: APPLICATION_POLICY,
        headers: ['Content-Language', language, ...headers],
      });
      answers.set(key, made);
      made.catch(() => answers.delete(key));
      return made;
    };
  }

  return { found: draw(200, []), unlisted: draw(200, NO_INDEX), notFound: draw(404, NO_INDEX) };
}
