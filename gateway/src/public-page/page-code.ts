import { plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cacheControlAt } from '../http/origin.ts';
import { readerOf } from '../http/reader.ts';
import { encodedAnswer } from '../http/ready-answer.ts';
import { NO_INDEX } from '../http/security-headers.ts';
import type { PublicPageParts } from './route.ts';

type CodeRequest = FastifyRequest<{ Params: { id: string } }>;

/** `GET /d/:id/qr.svg`: the QR code of a visible page, for readers at a desk and for printing. */
export function registerPageCode(
  server: FastifyInstance,
  { answers, renderer, shell, ...parts }: PublicPageParts,
): void {
  server.get('/d/:id/qr.svg', (request: CodeRequest, reply) => {
    const id = plainCardId(request.params.id)?.toLowerCase() ?? '';
    const { language, origin, encoding } = readerOf(request, parts.origin);
    return answers.send(request, reply, {
      id,
      kind: `code ${language} ${encoding} ${origin}`,
      make(page) {
        if (page === undefined || page.profile === null) return shell.notFound('/d/', language);
        const content = {
          body: Buffer.from(renderer.renderPageCode({ publicId: page.publicId, origin })),
          contentType: 'image/svg+xml',
          // The code only depends on the page's address, which is part of its own URL.
          cacheControl: cacheControlAt(parts.origin, 'public, max-age=86400'),
          headers: NO_INDEX,
        };
        return encodedAnswer(content, encoding);
      },
    });
  });
}
