import type { Logger } from '@volant/infra/process/observability/log';
import type { LinkPicture } from '@volant/proto/rendering/page-renderer';
import { plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { setResponseHeaders } from '../http/edge.ts';
import { pageLanguage } from '../http/reader.ts';
import { encodedAnswer, type ReadyAnswer, sendReady } from '../http/ready-answer.ts';
import type { Pictures } from '../static/cached-pictures.ts';
import { photoOf } from './page-photo.ts';
import type { PageDocument } from './page-view.ts';
import type { PublicPageParts } from './route.ts';

type PictureRequest = FastifyRequest<{ Params: { id: string } }>;

/** Pictures that wait or are drawn; one takes about 0.1 s. */
const MAX_PICTURES_DRAWN = 16;
/** Each has 30 to 150 KB. */
const MAX_CACHED_PICTURES = 200;

/** `GET /d/:id/card.jpg`: what other sites show beside a link to a page. */
export function registerLinkPicture(
  server: FastifyInstance,
  { answers, renderer, shell, edgeHeaders }: PublicPageParts,
  objects: Pictures,
  log: Logger,
): void {
  /** One at a time, because the threads are also for files and passwords. */
  const inTurn = pLimit(1);

  function pictureOf({ profile: blocks, avatar, ...page }: PageDocument): LinkPicture | undefined {
    return blocks === null ? undefined : renderer.linkPicture({ ...page, blocks, avatar: avatar ?? undefined });
  }

  /** Pictures by their content: other changes of a page draw nothing, and simultaneous requests share one drawing. */
  const drawn = new LRUCache<string, Promise<ReadyAnswer | undefined>>({ max: MAX_CACHED_PICTURES });

  function drawnOnce(page: PageDocument, picture: LinkPicture): Promise<ReadyAnswer | undefined> {
    const key = JSON.stringify([picture, page.avatar]);
    const known = drawn.get(key);
    if (known !== undefined) return known;
    if (inTurn.activeCount + inTurn.pendingCount >= MAX_PICTURES_DRAWN) return Promise.resolve(undefined);
    const answer = inTurn(() => drawNow(page, picture)).then((body) => body && answerOf(body));
    drawn.set(key, answer);
    const forget = () => drawn.delete(key);
    answer.then((made) => made ?? forget(), forget);
    return answer;
  }

  async function drawNow(page: PageDocument, picture: LinkPicture): Promise<Buffer | undefined> {
    const photo = await photoOf(page, objects);
    if (photo === 'away') return undefined;
    // Loaded with the first picture: most processes never draw one.
    const { drawPicture } = await import('./draw-picture.ts');
    return drawPicture(picture, photo?.body);
  }

  /** For the moment, the picture of the product; not cached. */
  function sendAnother(request: PictureRequest, reply: FastifyReply): undefined {
    setResponseHeaders(request, reply, edgeHeaders(request));
    reply.code(302).header('cache-control', 'no-store').header('location', '/social-card.png').send();
    return undefined;
  }

  server.get('/d/:id/card.jpg', (request: PictureRequest, reply) =>
    answers.send(request, reply, {
      id: plainCardId(request.params.id)?.toLowerCase() ?? '',
      kind: 'picture',
      async make(page) {
        const picture = page && pictureOf(page);
        if (page === undefined || picture === undefined) {
          // Not cached, because its language is that of the request.
          const refusal = shell.notFound('/d/', pageLanguage(request));
          sendReady(refusal, edgeHeaders(request), request, reply);
          return undefined;
        }
        const answer = await drawnOnce(page, picture).catch((error: unknown) =>
          log.error({ err: error, correlationId: request.id }, 'no picture drawn for links to a page'),
        );
        return answer || sendAnother(request, reply);
      },
    }),
  );
}

function answerOf(body: Buffer): ReadyAnswer {
  return encodedAnswer({ body, contentType: 'image/jpeg', cacheControl: 'public, max-age=86400' }, 'identity');
}
