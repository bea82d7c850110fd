import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from '../http/encoding.ts';
import { originOf } from '../http/origin.ts';
import { encodedAnswer, sendReady } from '../http/ready-answer.ts';
import { DATA_POLICY } from '../http/security-headers.ts';
import { idInPath } from './page-id.ts';
import { NO_INDEX, type PublicPageParts } from './route.ts';

type CodeRequest = FastifyRequest<{ Params: { id: string } }>;

/** `GET /d/:id/qr.svg`: the code of a page that is shown, for who reads the page at a desk or prints it. */
export function registerPageCode(server: FastifyInstance, parts: PublicPageParts): void {
  const { view, answers, renderer, shell, edgeHeaders } = parts;

  async function answer(request: CodeRequest, reply: FastifyReply): Promise<void> {
    const page = await view.find(idInPath(request.params.id));
    if (page === undefined || page.document.profile === null) {
      return sendReady(shell.notFound, edgeHeaders(request), request, reply);
    }
    const { publicId } = page.document;
    const origin = parts.origin ?? originOf(request);
    const encoding = encodingFor(request.headers['accept-encoding']);
    const made = await answers.get(page, `code ${encoding} ${origin}`, () => {
      const content = {
        status: 200,
        body: Buffer.from(renderer.renderPageCode({ publicId, origin })),
        contentType: 'image/svg+xml',
        // It changes with the address of the page alone, which is its own.
        cacheControl: 'public, max-age=86400',
        contentSecurityPolicy: DATA_POLICY,
        headers: NO_INDEX,
      };
      return encodedAnswer(content, encoding);
    });
    sendReady(made, edgeHeaders(request), request, reply);
  }

  server.get('/d/:id/qr.svg', answer);
}
