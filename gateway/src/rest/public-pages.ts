import { DomainError } from '@volant/infra/errors/domain-error';
import { plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, gzipBefore } from '../http/encoding.ts';
import { ownAnswers, sendOwn } from '../http/own-answer.ts';
import { DATA_POLICY, type FlatHeaders } from '../http/security-headers.ts';
import type { AnswerCache } from '../public-page/answer-cache.ts';
import type { PageDocument, PageView } from '../public-page/page-view.ts';

export interface PublicPagesParts {
  readonly view: PageView;
  readonly answers: AnswerCache;
  readonly edgeHeaders: (request: FastifyRequest) => FlatHeaders;
}

/**
 * `GET /api/public/pages/:id`. One of the two requests of a scan, so it calls no service: it answers from the gateway's
 * own view with ready-made buffers.
 */
export function registerPublicPages(server: FastifyInstance, { view, answers, edgeHeaders }: PublicPagesParts): void {
  const make = ownAnswers({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    contentSecurityPolicy: DATA_POLICY,
  });

  async function answer(id: string, encoding: Encoding, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const page = await view.find(id);
    if (page === undefined) throw new DomainError('PAGE_NOT_FOUND');
    const made = make(JSON.stringify(publicPage(page)), encoding);
    if (view.isCurrent(id, page)) answers.keep(id, page._id, KINDS[encoding], made);
    sendOwn(made, edgeHeaders(request), request, reply);
  }

  server.get<{ Params: { id: string } }>('/api/public/pages/:id', (request, reply) => {
    const [unknown] = Object.keys(request.query as object);
    if (unknown !== undefined) throw new DomainError('VALIDATION_FAILED', { field: unknown.slice(0, 100) });
    const id = plainCardId(request.params.id)?.toLowerCase() ?? '';
    const encoding = gzipBefore(request.headers['accept-encoding']);
    const ready = answers.find(id, KINDS[encoding]);
    if (ready === undefined) return answer(id, encoding, request, reply);
    sendOwn(ready, edgeHeaders(request), request, reply);
    return undefined;
  });
}

const KINDS: Readonly<Record<Encoding, string>> = { br: 'json br', gzip: 'json gzip', identity: 'json identity' };

/** The fields visible to a passenger. A page without a visible profile has only those of its notice. */
function publicPage({ claimed, state, displayName, profile, avatar }: PageDocument) {
  const notice = { claimed, state, inactive: state === 'INACTIVE' || state === 'DEACTIVATED', displayName };
  return profile === null ? notice : { ...notice, blocks: profile, avatar };
}
