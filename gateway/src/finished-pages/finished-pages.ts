import { randomBytes } from 'node:crypto';
import type { Language } from '@volant/infra/errors/domain-error';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { originOf } from '../http/origin.ts';
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { APPLICATION_POLICY, DATA_POLICY } from '../http/security-headers.ts';
import type { PageRenderer } from '../public-page/renderer.ts';
import { robotsTxt, sitemapXml } from './for-search-engines.ts';

export interface FinishedPages {
  /** The finished answer to a request for this path; undefined if it is none of these. */
  find(path: string, request: FastifyRequest): Promise<ReadyAnswer> | undefined;
}

interface FinishedPagesParts {
  readonly renderer: PageRenderer;
  /** What of the site belongs to its operator. */
  readonly site: unknown;
  /** Address people reach the product at; taken from the request if not given. */
  readonly origin: string | undefined;
  readonly clock?: () => Date;
}

/** Stands for the address in what is rendered; nobody can write it into a page. */
const ANY_ORIGIN = `http://${randomBytes(16).toString('hex')}.invalid`;
/** A stranger may name any host in a request: what is kept for them is bounded. */
const KEPT_ANSWERS = 200;
const FOR_SEARCH_ENGINES: ReadonlySet<string> = new Set(['/robots.txt', '/sitemap.xml']);

/**
 * What everybody reads, finished: the landing page and the like in both languages, and what search
 * engines ask for. Rendered when first asked for, and anew in a new year, which they show.
 */
export function createFinishedPages({
  renderer,
  site,
  origin,
  clock = () => new Date(),
}: FinishedPagesParts): FinishedPages {
  const paths = new Set(renderer.finishedPaths);
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

  async function page(path: string, language: Language, at: string): Promise<ReadyAnswer> {
    const html = await render(path, language);
    return readyAnswer({
      status: 200,
      body: Buffer.from(html.replaceAll(ANY_ORIGIN, at)),
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      contentSecurityPolicy: APPLICATION_POLICY,
      headers: ['Content-Language', language],
    });
  }

  function file(body: string, contentType: string): Promise<ReadyAnswer> {
    return readyAnswer({
      status: 200,
      body: Buffer.from(body),
      contentType: `${contentType}; charset=utf-8`,
      cacheControl: 'public, max-age=3600',
      contentSecurityPolicy: DATA_POLICY,
    });
  }

  function make(path: string, language: Language, at: string): Promise<ReadyAnswer> {
    if (path === '/robots.txt') return file(robotsTxt(at), 'text/plain');
    if (path === '/sitemap.xml') return file(sitemapXml(at, renderer.finishedPaths), 'application/xml');
    return page(path, language, at);
  }

  return {
    find(asked, request) {
      const path = asked.length > 1 && asked.endsWith('/') ? asked.slice(0, -1) : asked;
      if (!paths.has(path) && !(FOR_SEARCH_ENGINES.has(path) && path === asked)) return undefined;
      forgetLastYear();
      const language = languageOf(request);
      const at = origin ?? originOf(request);
      const key = `${language} ${path} ${at}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const made = make(path, language, at);
      answers.set(key, made);
      made.catch(() => answers.delete(key));
      return made;
    },
  };
}

function languageOf(request: FastifyRequest): Language {
  return (request.query as { lang?: unknown }).lang === 'en' ? 'en' : 'fr';
}
