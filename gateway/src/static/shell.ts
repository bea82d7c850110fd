import type { CardNotice, ShellHead } from '@volant/proto/rendering/page-renderer';
import { type Language, languagesWith } from '@volant/proto/text/languages';
import { LRUCache } from 'lru-cache';
import { withOrigin } from '../http/moved-host.ts';
import { type AnswerContent, type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { APPLICATION_POLICY, NO_INDEX } from '../http/security-headers.ts';
import type { ClientFile } from './client-files.ts';

type Draw = (path: string, language: Language, card?: CardNotice) => ReadyAnswer;

/** The client's HTML document, with the title of the screen at the path. */
export interface Shell {
  /** For a screen the client has. */
  readonly found: Draw;
  /** The same, hidden from search engines. */
  readonly unlisted: Draw;
  /** For an unknown address; the client shows its not-found screen. */
  readonly notFound: Draw;
}

/** A dozen documents differ in title and status; each comes in every language. About 15 KB each. */
const MAX_ANSWERS = 25 * languagesWith('common').length;

/** @param origin public address of the product, if it is configured */
export function createShell(
  index: ClientFile,
  headOf: (path: string, language: Language, card?: CardNotice) => ShellHead,
  origin?: string,
): Shell {
  const html = String(index.body);
  const answers = new LRUCache<string, ReadyAnswer, AnswerContent>({
    max: MAX_ANSWERS,
    memoMethod: (_key, _stale, { context }) => readyAnswer(context),
  });

  function withHead({ title, description, attributes, withoutScript }: ShellHead): string {
    return html
      .replace(/<html lang="fr">/, () => `<html ${attributes}>`)
      .replace(/<noscript>/, () => `<noscript>${withoutScript}`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, (_, start) => `${start}${description}`);
  }

  function draw(status: number, headers: readonly string[]): Draw {
    return (path, requested, card) => {
      const head = headOf(path, requested, card);
      const body = withOrigin(withHead(head), origin);
      const context = {
        status,
        body: Buffer.from(body),
        contentType: 'text/html; charset=utf-8',
        cacheControl: 'no-cache',
        contentSecurityPolicy: APPLICATION_POLICY,
        headers: ['Content-Language', head.language, ...headers],
      };
      return answers.memo(`${status} ${headers.length} ${body}`, { context });
    };
  }

  return { found: draw(200, []), unlisted: draw(200, NO_INDEX), notFound: draw(404, NO_INDEX) };
}
