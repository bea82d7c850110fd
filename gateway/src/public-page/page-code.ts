import { plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gzipBefore } from '../http/encoding.ts';
import { cacheControlAt, originOf } from '../http/origin.ts';
import { ownAnswers, sendOwn } from '../http/own-answer.ts';
import { pageLanguage } from '../http/page-language.ts';
import { sendReady } from '../http/ready-answer.ts';
import { DATA_POLICY } from '../http/security-headers.ts';
import { NO_INDEX, type PublicPageParts } from './route.ts';

type CodeRequest = FastifyRequest<{ Params: { id: string } }>;

/** `GET /d/:id/qr.svg`: the QR code of a visible page, for readers at a desk and for printing. */
export function registerPageCode(server: FastifyInstance, parts: PublicPageParts): void {
  const { view, answers, renderer, shell, edgeHeaders } = parts;
  const make = ownAnswers({
    status: 200,
    contentType: 'image/svg+xml',
    // The code only depends on the page's address, which is part of its own URL.
    cacheControl: cacheControlAt(parts.origin, 'public, max-age=86400'),
    contentSecurityPolicy: DATA_POLICY,
    headers: NO_INDEX,
  });

  async function answer(request: CodeRequest, reply: FastifyReply): Promise<void> {
    const id = plainCardId(request.params.id)?.toLowerCase() ?? '';
    const origin = parts.origin ?? originOf(request);
    const encoding = gzipBefore(request.headers['accept-encoding']);
    const kind = `code ${encoding} ${origin}`;
    const ready = answers.find(id, kind);
    if (ready !== undefined) return sendOwn(ready, edgeHeaders(request), request, reply);
    const page = await view.find(id);
    if (page === undefined || page.profile === null) {
      const notFound = await shell.notFound('/d/', pageLanguage(request));
      return sendReady(notFound, edgeHeaders(request), request, reply);
    }
    const made = make(renderer.renderPageCode({ publicId: page.publicId, origin }), encoding);
    if (view.isCurrent(id, page)) answers.keep(id, page._id, kind, made);
    sendOwn(made, edgeHeaders(request), request, reply);
  }

  server.get('/d/:id/qr.svg', answer);
}
