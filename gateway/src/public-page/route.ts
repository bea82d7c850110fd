import type { Language } from '@volant/infra/errors/domain-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { setResponseHeaders } from '../http/edge.ts';
import { type Encoding, gzipBefore } from '../http/encoding.ts';
import { ANY_ORIGIN, atOrigin, originOf } from '../http/origin.ts';
import { pageLanguage } from '../http/page-language.ts';
import { encodedAnswer, type ReadyAnswer, sendReady } from '../http/ready-answer.ts';
import type { FlatHeaders } from '../http/security-headers.ts';
import { gzipSharing } from '../http/shared-gzip.ts';
import type { Shell } from '../static/shell.ts';
import type { AnswerCache } from './answer-cache.ts';
import { idInPath } from './page-id.ts';
import type { FoundPage, PageView } from './page-view.ts';
import type { PageRenderer, RenderedPage } from './renderer.ts';

export interface PublicPageParts {
  readonly view: PageView;
  readonly answers: AnswerCache;
  readonly renderer: PageRenderer;
  readonly shell: Shell;
  /** Address people reach the product at; taken from the request if not given. */
  readonly origin: string | undefined;
  readonly edgeHeaders: (request: FastifyRequest) => FlatHeaders;
}

interface PageRequest {
  readonly id: string;
  readonly language: Language;
  readonly origin: string;
  readonly search: string;
  readonly encoding: Encoding;
}

const RENDERED_CHARACTERS = 16 * 1024 * 1024;
export const NO_INDEX: FlatHeaders = ['X-Robots-Tag', 'noindex'];

/** `GET /d/:id`: the finished page where there is one to show, otherwise the client, which tells why not. */
export function registerPublicPage(server: FastifyInstance, parts: PublicPageParts): void {
  const { view, answers, renderer, shell, edgeHeaders } = parts;

  /** Written once for each language, whatever the address: those who ask may choose any. */
  const rendered = new LRUCache<string, RenderedPage>({
    maxSize: RENDERED_CHARACTERS,
    sizeCalculation: ({ html }) => html.length,
  });

  function render({ serial, document }: FoundPage, language: Language): RenderedPage {
    const key = `${serial} ${language}`;
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const { publicId, displayName, profile, avatar, indexable } = document;
    if (profile === null) throw new Error('a page without a profile cannot be rendered');
    const made = renderer.renderPublicPage({
      publicId,
      language,
      origin: parts.origin ?? ANY_ORIGIN,
      displayName,
      blocks: profile,
      avatar: avatar ?? undefined,
      indexable,
    });
    rendered.set(key, made);
    return made;
  }

  function make(page: FoundPage, { language, origin, encoding }: PageRequest): Promise<ReadyAnswer> {
    const { html, shared, contentSecurityPolicy } = render(page, language);
    const body = atOrigin(html, origin);
    const content = {
      status: 200,
      body,
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      contentSecurityPolicy,
      headers: ['Content-Language', language, ...(page.document.indexable ? [] : NO_INDEX)],
    };
    return encodedAnswer(content, encoding, encoding === 'gzip' ? gzipSharing(body, shared) : undefined);
  }

  async function answer(asked: PageRequest, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const edge = edgeHeaders(request);
    const page = await view.find(asked.id);
    if (page === undefined) return sendReady(shell.notFound, edge, request, reply);
    const { document } = page;
    if (document.publicId.toLowerCase() !== asked.id.toLowerCase()) {
      setResponseHeaders(request, reply, edge);
      // Found, and not for good: the page may get another id yet.
      await reply
        .code(302)
        .header('cache-control', 'no-cache')
        .header('location', `/d/${encodeURIComponent(document.publicId)}${asked.search}`)
        .send();
      return;
    }
    if (document.profile === null) return sendReady(shell.unlisted, edge, request, reply);
    const made = await answers.get(page, kindOf(asked), () => make(page, asked));
    sendReady(made, edge, request, reply);
  }

  server.get<{ Params: { id: string } }>('/d/:id', (request, reply) => {
    const asked = pageRequest(request, parts.origin);
    const page = view.atHand(asked.id);
    const ready = page && answers.atHand(page, kindOf(asked));
    if (ready === undefined) return answer(asked, request, reply);
    sendReady(ready, edgeHeaders(request), request, reply);
    return undefined;
  });
}

function pageRequest(request: FastifyRequest<{ Params: { id: string } }>, origin: string | undefined): PageRequest {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return {
    id: idInPath(request.params.id),
    language: pageLanguage(request),
    origin: origin ?? originOf(request),
    search: start >= 0 ? url.slice(start) : '',
    encoding: gzipBefore(request.headers['accept-encoding']),
  };
}

function kindOf({ language, origin, encoding }: PageRequest): string {
  return `${language} ${encoding} ${origin}`;
}
