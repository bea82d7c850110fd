import type { PageRenderer } from '@volant/proto/rendering/page-renderer';
import { languagesWith } from '@volant/proto/text/languages';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '../http/encoding.ts';
import { withOrigin } from '../http/moved-host.ts';
import { ANY_ORIGIN, atOrigin, cacheControlAt } from '../http/origin.ts';
import { type Reader, readerOf } from '../http/reader.ts';
import { encodedAnswer, type ReadyAnswer } from '../http/ready-answer.ts';
import { APPLICATION_POLICY } from '../http/security-headers.ts';
import { robotsTxt, sitemapXml } from './for-search-engines.ts';

interface FinishedPagesParts {
  readonly renderer: PageRenderer;
  /** Operator-specific content of the site. */
  readonly site: unknown;
  /** Public address of the product. Default: taken from the request. */
  readonly origin: string | undefined;
  readonly clock?: () => Date;
}

const LANGUAGES = languagesWith('common').length;
/** Of all paths in all languages: at most 25 screens have such a document, of about 30 KB. */
const MAX_DOCUMENTS = 25 * LANGUAGES;
/** In three encodings. A client may send any host, so the number of cached responses is limited. */
const MAX_ANSWERS = 3 * MAX_DOCUMENTS;
const FOR_SEARCH_ENGINES: ReadonlySet<string> = new Set(['/robots.txt', '/sitemap.xml']);

interface PageRequest extends Reader {
  readonly path: string;
}

/** The response with a finished page. */
export function documentAnswer(body: Buffer, cacheControl: string, language: string, encoding: Encoding): ReadyAnswer {
  const content = {
    body,
    contentType: 'text/html; charset=utf-8',
    cacheControl,
    contentSecurityPolicy: APPLICATION_POLICY,
    headers: ['Content-Language', language],
  };
  return encodedAnswer(content, encoding);
}

/**
 * Pages that are the same for everyone: the landing page and similar ones in their languages, the files for search
 * engines, and the common part of other screens. Rendered on first use, and again in a new year because they show it.
 */
export function createFinishedPages({ renderer, site, origin, clock = () => new Date() }: FinishedPagesParts) {
  const documents = new LRUCache<string, string, PageRequest>({
    max: MAX_DOCUMENTS,
    fetchMethod: (_key, _stale, { context: { path, language } }) =>
      renderer.renderFinishedPage({ path, language, origin: origin ?? ANY_ORIGIN, site }),
    ignoreFetchAbort: true,
  });
  const answers = new LRUCache<string, ReadyAnswer, PageRequest>({
    max: MAX_ANSWERS,
    fetchMethod: (_key, _stale, { context }) => make(context),
    ignoreFetchAbort: true,
  });
  const year = () => clock().getFullYear();

  async function page(request: PageRequest): Promise<ReadyAnswer> {
    const { path, language, encoding } = request;
    const html = withOrigin(await documents.forceFetch(`${year()} ${language} ${path}`, { context: request }), origin);
    return documentAnswer(atOrigin(html, request.origin), cacheControlAt(origin, 'no-cache'), language, encoding);
  }

  function file(body: string, contentType: string, encoding: Encoding): ReadyAnswer {
    const content = {
      body: Buffer.from(body),
      contentType: `${contentType}; charset=utf-8`,
      cacheControl: cacheControlAt(origin, 'public, max-age=3600'),
    };
    return encodedAnswer(content, encoding);
  }

  function make(request: PageRequest): Promise<ReadyAnswer> | ReadyAnswer {
    const { path, encoding } = request;
    if (path === '/robots.txt') return file(robotsTxt(request.origin), 'text/plain', encoding);
    if (path === '/sitemap.xml')
      return file(sitemapXml(request.origin, renderer.finishedPaths), 'application/xml', encoding);
    return page(request);
  }

  return {
    /** The finished response to a request for this path; undefined if there is none. */
    find(pathname: string, request: FastifyRequest) {
      const path = FOR_SEARCH_ENGINES.has(pathname) ? pathname : renderer.documentAt(pathname);
      if (path === undefined) return undefined;
      const reader = readerOf(request, origin);
      const language = renderer.languageAt(path, reader.language);
      const pageRequest = { ...reader, language, path };
      const key = `${year()} ${language} ${pageRequest.encoding} ${path} ${pageRequest.origin}`;
      return answers.forceFetch(key, { context: pageRequest });
    },
  };
}

export type FinishedPages = ReturnType<typeof createFinishedPages>;
