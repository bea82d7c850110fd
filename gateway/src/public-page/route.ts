import type { CardNotice, PageRenderer } from '@volant/proto/rendering/page-renderer';
import { cardIdOf, plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MovedHost } from '../http/moved-host.ts';
import { cacheControlAt } from '../http/origin.ts';
import { pageLanguage, type Reader, readerOf } from '../http/reader.ts';
import { encodedAnswer, type ReadyAnswer, sendReady } from '../http/ready-answer.ts';
import { type FlatHeaders, NO_INDEX } from '../http/security-headers.ts';
import type { Shell } from '../static/shell.ts';
import { pagePath, redirect } from './card-address.ts';
import type { PageAnswers } from './page-answers.ts';
import type { PageDocument } from './page-view.ts';
import { hasName } from './public-profile.ts';

export interface PublicPageParts {
  readonly answers: PageAnswers;
  readonly renderer: PageRenderer;
  readonly shell: Shell;
  /** Public address of the product. Default: taken from the request. */
  readonly origin: string | undefined;
  readonly movedHost: MovedHost;
  readonly edgeHeaders: (request: FastifyRequest) => FlatHeaders;
}

type CardRequest = FastifyRequest<{ Params: { id: string } }>;

/** `GET /d/:id`: the finished page if it can be shown, otherwise the client, which shows the reason. */
export function registerPublicPage(server: FastifyInstance, parts: PublicPageParts): void {
  const { answers, renderer, shell, movedHost, edgeHeaders } = parts;

  function answerUnclear(request: CardRequest, reply: FastifyReply): undefined {
    const id = cardIdOf(request.params.id);
    const edge = edgeHeaders(request);
    if (id === undefined) sendReady(shell.notFound('/d/', pageLanguage(request), 'notFound'), edge, request, reply);
    else redirect(pagePath(id), edge, request, reply);
  }

  server.get('/d/:id', (request: CardRequest, reply) => {
    if (movedHost(request, reply)) return undefined;
    const id = plainCardId(request.params.id)?.toLowerCase();
    if (id === undefined) return answerUnclear(request, reply);
    const reader = readerOf(request, parts.origin);
    const { language, encoding, origin } = reader;
    return answers.send(request, reply, {
      id,
      kind: `${language} ${encoding} ${origin}`,
      make(page) {
        if (page === undefined) return shell.notFound('/d/', language, 'notFound');
        if (page.publicId.toLowerCase() === id) return pageAnswer(page, reader);
        redirect(pagePath(page.publicId), edgeHeaders(request), request, reply);
        return undefined;
      },
    });
  });

  function pageAnswer(page: PageDocument, { language, origin, encoding }: Reader): ReadyAnswer {
    const { publicId, displayName, profile: blocks, avatar, indexable } = page;
    // For a page without a name, the client shows that it is being set up.
    if (blocks === null || !hasName(blocks, displayName)) return shell.unlisted('/d/', language, noticeOf(page));
    const input = { publicId, language, origin, displayName, blocks, avatar: avatar ?? undefined, indexable };
    const { html, contentSecurityPolicy } = renderer.renderPublicPage(input);
    const content = {
      body: Buffer.from(html),
      contentType: 'text/html; charset=utf-8',
      cacheControl: cacheControlAt(parts.origin, 'no-cache'),
      contentSecurityPolicy,
      headers: ['Content-Language', language, ...(indexable ? [] : NO_INDEX)],
    };
    return encodedAnswer(content, encoding);
  }
}

function noticeOf({ card, state, claimed }: PageDocument): CardNotice {
  if (card !== 'IN_USE') return card === 'LOST' ? 'lost' : 'replaced';
  if (state === 'DEACTIVATED' && claimed) return 'blocked';
  if (state === 'INACTIVE' || state === 'DEACTIVATED') return 'inactive';
  return claimed ? 'setUp' : 'unclaimed';
}
