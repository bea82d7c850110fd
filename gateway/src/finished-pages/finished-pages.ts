import type { Language } from '@volant/infra/errors/domain-error';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Encoding, encodingFor } from '../http/encoding.ts';
import { ANY_ORIGIN, atOrigin, cacheControlAt, originOf } from '../http/origin.ts';
import { pageLanguage } from '../http/page-language.ts';
import { encodedAnswer, type ReadyAnswer } from '../http/ready-answer.ts';
import { APPLICATION_POLICY, DATA_POLICY } from '../http/security-headers.ts';
import type { PageRenderer } from '../public-page/renderer.ts';
import { robotsTxt, sitemapXml } from './for-search-engines.ts';

export interface FinishedPages {
  /** The finished response to a request for this path; undefined if there is none. */
  find(path: string, request: FastifyRequest): Promise<ReadyAnswer> | undefined;
}

/** The properties of a request that its response depends on, besides the path. */
interface Reader {
  readonly language: Language;
  /** Address at which the page is read. */
  readonly at: string;
  readonly encoding: Encoding;
}

interface FinishedPagesParts {
  readonly renderer: PageRenderer;
  /** Operator-specific content of the site. */
  readonly site: unknown;
  /** Public address of the product. Default: taken from the request. */
  readonly origin: string | undefined;
  readonly clock?: () => Date;
}

/** A client may send any host, so the number of cached responses is limited. */
const KEPT_ANSWERS = 200;
const FOR_SEARCH_ENGINES: ReadonlySet<string> = new Set(['/robots.txt', '/sitemap.xml']);

/**
 * Pages that are the same for everyone: the landing page and similar ones in both languages, the files for search
 * engines, and the common part of other screens. Rendered on first use, and again in a new year because they show it.
 */
export function createFinishedPages({
  renderer,
  site,
  origin,
  clock = () => new Date(),
}: FinishedPagesParts): FinishedPages {
  const rendered = new Map<string, Promise<string>>();
  const answers = new LRUCache<string, Promise<ReadyAnswer>>({ max: KEPT_ANSWERS });
  let year = clock().getFullYear();

  function forgetLastYear(): void {
    if (clock().getFullYear() === year) return;
    year = clock().getFullYear();
    rendered.clear();
    answers.clear();
  }

  function render(path: string, language: Language): Promise<string> {
    const key = `${language} ${path}`;
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const made = renderer.renderFinishedPage({ path, language, origin: origin ?? ANY_ORIGIN, site });
    rendered.set(key, made);
    made.catch(() => rendered.delete(key));
    return made;
  }

  async function page(path: string, { language, at, encoding }: Reader): Promise<ReadyAnswer> {
    const html = await render(path, language);
    const content = {
      status: 200,
      body: atOrigin(html, at),
      contentType: 'text/html; charset=utf-8',
      cacheControl: cacheControlAt(origin, 'no-cache'),
      contentSecurityPolicy: APPLICATION_POLICY,
      headers: ['Content-Language', language],
    };
    return encodedAnswer(content, encoding);
  }

  function file(body: string, contentType: string, encoding: Encoding): Promise<ReadyAnswer> {
    const content = {
      status: 200,
      body: Buffer.from(body),
      contentType: `${contentType}; charset=utf-8`,
      cacheControl: cacheControlAt(origin, 'public, max-age=3600'),
      contentSecurityPolicy: DATA_POLICY,
    };
    return encodedAnswer(content, encoding);
  }

  function make(path: string, reader: Reader): Promise<ReadyAnswer> {
    const { at, encoding } = reader;
    if (path === '/robots.txt') return file(robotsTxt(at), 'text/plain', encoding);
    if (path === '/sitemap.xml') return file(sitemapXml(at, renderer.finishedPaths), 'application/xml', encoding);
    return page(path, reader);
  }

  return {
    find(asked, request) {
      const path = FOR_SEARCH_ENGINES.has(asked) ? asked : renderer.documentAt(asked);
      if (path === undefined) return undefined;
      forgetLastYear();
      const reader: Reader = {
        language: pageLanguage(request),
        at: origin ?? originOf(request),
        encoding: encodingFor(request.headers['accept-encoding']),
      };
      const key = `${reader.language} ${reader.encoding} ${path} ${reader.at}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const made = make(path, reader);
      answers.set(key, made);
      made.catch(() => answers.delete(key));
      return made;
    },
  };
}
