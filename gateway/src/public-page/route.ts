import type { Language } from '@volant/infra/errors/domain-error';
import { cardIdOf, plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, gzipBefore } from '../http/encoding.ts';
import { cacheControlAt, originOf } from '../http/origin.ts';
import { type OwnAnswer, ownAnswers, sendOwn } from '../http/own-answer.ts';
import { pageLanguage } from '../http/page-language.ts';
import { sendReady } from '../http/ready-answer.ts';
import type { FlatHeaders } from '../http/security-headers.ts';
import type { Shell } from '../static/shell.ts';
import type { AnswerCache } from './answer-cache.ts';
import { redirectToPage } from './card-address.ts';
import type { PageDocument, PageView } from './page-view.ts';
import { hasName } from './public-profile.ts';
import type { PageRenderer, PageStart } from './renderer.ts';

export interface PublicPageParts {
  readonly view: PageView;
  readonly answers: AnswerCache;
  readonly renderer: PageRenderer;
  readonly shell: Shell;
  /** Public address of the product. Default: taken from the request. */
  readonly origin: string | undefined;
  readonly edgeHeaders: (request: FastifyRequest) => FlatHeaders;
}

interface PageRequest {
  /** In lower case. */
  readonly id: string;
  readonly language: Language;
  readonly origin: string;
  readonly encoding: Encoding;
}

type CardRequest = FastifyRequest<{ Params: { id: string } }>;

export const NO_INDEX: FlatHeaders = ['X-Robots-Tag', 'noindex'];

/** `GET /d/:id`: the finished page if it can be shown, otherwise the client, which shows the reason. */
export function registerPublicPage(server: FastifyInstance, parts: PublicPageParts): void {
  const { view, answers, shell, edgeHeaders } = parts;
  const make = maker(parts);

  async function answer(asked: PageRequest, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const edge = edgeHeaders(request);
    const page = await view.find(asked.id);
    if (page === undefined) return sendReady(await shell.notFound('/d/', asked.language), edge, request, reply);
    if (page.publicId.toLowerCase() !== asked.id) return redirectToPage(page.publicId, edge, request, reply);
    // For a page without a name, the client shows that it is being set up.
    if (page.profile === null || !hasName(page.profile, page.displayName))
      return sendReady(await shell.unlisted('/d/', asked.language), edge, request, reply);
    const made = make(page, asked);
    if (view.isCurrent(asked.id, page)) answers.keep(asked.id, page._id, kindOf(asked), made);
    sendOwn(made, edge, request, reply);
  }

  async function answerUnclear(request: CardRequest, reply: FastifyReply): Promise<void> {
    const id = cardIdOf(request.params.id);
    const edge = edgeHeaders(request);
    if (id === undefined) sendReady(await shell.notFound('/d/', pageLanguage(request)), edge, request, reply);
    else redirectToPage(id, edge, request, reply);
  }

  server.get('/d/:id', (request: CardRequest, reply) => {
    const id = plainCardId(request.params.id);
    if (id === undefined) return answerUnclear(request, reply);
    const asked = pageRequest(id, request, parts.origin);
    const ready = answers.find(asked.id, kindOf(asked));
    if (ready === undefined) return answer(asked, request, reply);
    sendOwn(ready, edgeHeaders(request), request, reply);
    return undefined;
  });
}

/** Renders pages. The common parts of documents with the same beginning are computed once. */
function maker(parts: PublicPageParts): (page: PageDocument, asked: PageRequest) => OwnAnswer {
  const kinds = new WeakMap<PageStart, Record<string, ReturnType<typeof ownAnswers>>>();

  function kindFor(start: PageStart, language: Language, indexable: boolean): ReturnType<typeof ownAnswers> {
    const ofStart = kinds.get(start) ?? {};
    kinds.set(start, ofStart);
    const name = `${language} ${indexable}`;
    ofStart[name] ??= ownAnswers({
      status: 200,
      contentType: 'text/html; charset=utf-8',
      cacheControl: cacheControlAt(parts.origin, 'no-cache'),
      contentSecurityPolicy: start.contentSecurityPolicy,
      headers: ['Content-Language', language, ...(indexable ? [] : NO_INDEX)],
      start: start.html,
    });
    return ofStart[name];
  }

  return ({ publicId, displayName, profile, avatar, indexable }, { language, origin, encoding }) => {
    if (profile === null) throw new Error('a page without a profile cannot be rendered');
    const input = { publicId, language, origin, displayName, blocks: profile, avatar: avatar ?? undefined, indexable };
    const { start, own } = parts.renderer.renderPublicPage(input);
    return kindFor(start, language, indexable)(own, encoding);
  };
}

function pageRequest(id: string, request: FastifyRequest, origin: string | undefined): PageRequest {
  return {
    id: id.toLowerCase(),
    language: pageLanguage(request),
    origin: origin ?? originOf(request),
    encoding: gzipBefore(request.headers['accept-encoding']),
  };
}

function kindOf({ language, origin, encoding }: PageRequest): string {
  return `${language} ${encoding} ${origin}`;
}
