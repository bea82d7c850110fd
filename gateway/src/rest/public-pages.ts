import { DomainError } from '@volant/infra/errors/domain-error';
import { typedCardId } from '@volant/proto/text/typed-card-id';
import type { FastifyInstance } from 'fastify';
import { encodingFor } from '../http/encoding.ts';
import { encodedAnswer } from '../http/ready-answer.ts';
import type { PageAnswers } from '../public-page/page-answers.ts';
import type { PageDocument } from '../public-page/page-view.ts';

/** `GET /api/public/pages/:id`. Anybody may call it often, so it calls no service. */
export function registerPublicPages(server: FastifyInstance, answers: PageAnswers): void {
  server.get<{ Params: { id: string } }>('/api/public/pages/:id', (request, reply) => {
    const [unknown] = Object.keys(request.query as object);
    if (unknown !== undefined) throw new DomainError('VALIDATION_FAILED', { field: unknown.slice(0, 100) });
    const encoding = encodingFor(request.headers['accept-encoding']);
    return answers.send(request, reply, {
      id: typedCardId(request.params.id)?.toLowerCase() ?? '',
      kind: `json ${encoding}`,
      async make(page) {
        if (page === undefined) throw new DomainError('PAGE_NOT_FOUND');
        if (page.card !== 'IN_USE') throw new DomainError(page.card === 'LOST' ? 'CARD_LOST' : 'CARD_REPLACED');
        const content = {
          body: Buffer.from(JSON.stringify(publicPage(page))),
          contentType: 'application/json; charset=utf-8',
          cacheControl: 'no-cache',
        };
        return encodedAnswer(content, encoding);
      },
    });
  });
}

/** The fields visible to a passenger. A page without a visible profile has only those of its notice. */
function publicPage({ claimed, state, displayName, profile, avatar }: PageDocument) {
  const notice = { claimed, state, inactive: state === 'INACTIVE' || state === 'DEACTIVATED', displayName };
  return profile === null ? notice : { ...notice, blocks: profile, avatar };
}
