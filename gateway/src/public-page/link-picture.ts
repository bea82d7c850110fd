import type { Logger } from '@volant/infra/process/observability/log';
import { plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { setResponseHeaders } from '../http/edge.ts';
import { pageLanguage } from '../http/reader.ts';
import { encodedAnswer } from '../http/ready-answer.ts';
import { DATA_POLICY } from '../http/security-headers.ts';
import type { Pictures } from '../static/kept-pictures.ts';
import { photoOf } from './page-photo.ts';
import type { PageDocument } from './page-view.ts';
import type { LinkPicture } from './renderer.ts';
import type { PublicPageParts } from './route.ts';

type PictureRequest = FastifyRequest<{ Params: { id: string } }>;

/** Pictures that wait or are drawn; one takes about 0.1 s. */
const MAX_PICTURES_DRAWN = 16;

/** `GET /d/:id/card.jpg`: what other sites show beside a link to a page that search engines may list. */
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

  async function draw(page: PageDocument, picture: LinkPicture): Promise<Buffer | undefined> {
    if (inTurn.activeCount + inTurn.pendingCount >= MAX_PICTURES_DRAWN) return undefined;
    return inTurn(() => drawNow(page, picture));
  }

  async function drawNow(page: PageDocument, picture: LinkPicture): Promise<Buffer | undefined> {
    const photo = await photoOf(page, objects);
    if (photo === 'away') return undefined;
    // Loaded with the first picture: most processes never draw one.
    const { drawPicture } = await import('./draw-picture.ts');
    return drawPicture(picture, photo?.body);
  }

  /** For the moment, the picture of the product; not kept. */
  function sendAnother(request: PictureRequest, reply: FastifyReply): undefined {
    setResponseHeaders(request, reply, edgeHeaders(request));
    reply.code(302).header('cache-control', 'no-store').header('location', '/social-card.png').send();
    return undefined;
  }

  server.get('/d/:id/card.jpg', (request: PictureRequest, reply) => {
    const language = pageLanguage(request);
    return answers.send(request, reply, {
      id: plainCardId(request.params.id)?.toLowerCase() ?? '',
      // The language is that of the refusal.
      kind: `picture ${language}`,
      async make(page) {
        const picture = page && pictureOf(page);
        if (page === undefined || picture === undefined) return shell.notFound('/d/', language);
        const body = await draw(page, picture).catch((error: unknown) =>
          log.error({ err: error, correlationId: request.id }, 'no picture drawn for links to a page'),
        );
        if (!body) return sendAnother(request, reply);
        const content = {
          ...{ status: 200, body, contentType: 'image/jpeg' },
          cacheControl: 'public, max-age=86400',
          contentSecurityPolicy: DATA_POLICY,
          headers: [],
        };
        return encodedAnswer(content, 'identity');
      },
    });
  });
}
