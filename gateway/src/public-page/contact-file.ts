import type { StoredObject } from '@volant/infra/objects/objects';
import { normalised } from '@volant/infra/text/outside-text';
import type { Profile } from '@volant/proto/profile/profile';
import { plainCardId } from '@volant/proto/text/card-id';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cacheControlAt } from '../http/origin.ts';
import { type Reader, readerOf } from '../http/reader.ts';
import { encodedAnswer, type ReadyAnswer, sendReady } from '../http/ready-answer.ts';
import { NO_INDEX } from '../http/security-headers.ts';
import type { Pictures } from '../static/cached-pictures.ts';
import { photoOf } from './page-photo.ts';
import type { PageDocument } from './page-view.ts';
import { hasName } from './public-profile.ts';
import type { PublicPageParts } from './route.ts';

type FileRequest = FastifyRequest<{ Params: { id: string } }>;

/** In code units: 60 characters and the extension. */
const LONGEST_NAME = 124;

/** `GET /d/:id.vcf`: the contact of a visible page, for browsers that cannot make the file. */
export function registerContactFile(
  server: FastifyInstance,
  { answers, renderer, shell, edgeHeaders, ...parts }: PublicPageParts,
  objects: Pictures,
): void {
  server.get('/d/:id.vcf', (request: FileRequest, reply) => {
    const id = plainCardId(request.params.id)?.toLowerCase() ?? '';
    const reader = readerOf(request, parts.origin);
    return answers.send(request, reply, {
      id,
      // The language is that of the refusal.
      kind: `contact ${reader.language} ${reader.encoding} ${reader.origin}`,
      async make(page) {
        const profile = page?.profile ?? null;
        if (page === undefined || profile === null || !hasName(profile, page.displayName)) {
          return shell.notFound('/d/', reader.language);
        }
        const photo = await photoOf(page, objects);
        const answer = contactAnswer(page, profile, photo === 'away' ? undefined : photo, reader);
        if (photo !== 'away') return answer;
        // Not cached, so that the next file has the photo again.
        sendReady(answer, edgeHeaders(request), request, reply);
        return undefined;
      },
    });
  });

  function contactAnswer(
    { publicId, displayName, avatar }: PageDocument,
    blocks: Profile,
    photo: StoredObject | undefined,
    { origin, encoding }: Reader,
  ): ReadyAnswer {
    const input = { publicId, origin, displayName, blocks, avatar: avatar ?? undefined };
    const { name, content } = renderer.renderContactFile(input, photo);
    return encodedAnswer(
      {
        body: Buffer.from(content),
        contentType: 'text/vcard; charset=utf-8',
        cacheControl: cacheControlAt(parts.origin, 'no-cache'),
        headers: ['Content-Disposition', attachment(name), ...NO_INDEX],
      },
      encoding,
    );
  }
}

/** A download's header by RFC 6266: the name for all browsers, and an ASCII one for very old ones. */
export function attachment(name: string): string {
  const ascii = normalised(name, 'NFKD', LONGEST_NAME)
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .-]+/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
