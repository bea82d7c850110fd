import type { PageRenderer } from '@volant/proto/rendering/page-renderer';
import type { FastifyRequest } from 'fastify';
import { readerOf } from '../http/reader.ts';
import type { ReadyAnswer } from '../http/ready-answer.ts';
import { isFromThisMachine } from '../http/this-machine.ts';
import { documentAnswer } from './finished-pages.ts';

const LOOPBACK: readonly (string | undefined)[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

interface FirstStartParts {
  readonly renderer: PageRenderer;
  readonly site: object;
  /** Public address of the product. If it is set, only the log shows the link. */
  readonly origin: string | undefined;
  /** Path and query of the first SUPERADMIN's sign-up; undefined once somebody has the role. */
  readonly link: (() => Promise<string | undefined>) | undefined;
}

/** The landing page for a browser on the same machine while there is no SUPERADMIN: with a link to their sign-up. */
export function createFirstStart({ renderer, site, origin, link }: FirstStartParts) {
  return async (path: string, request: FastifyRequest): Promise<ReadyAnswer | undefined> => {
    if (path !== '/' || link === undefined || origin !== undefined || !isFromThisMachine(request)) return undefined;
    const firstLink = LOOPBACK.includes(request.socket.remoteAddress) ? await link() : undefined;
    if (firstLink === undefined) return undefined;
    const reader = readerOf(request, origin);
    const language = renderer.languageAt(path, reader.language);
    const html = await renderer.renderFinishedPage({ ...reader, path, language, site: { ...site, firstLink } });
    return documentAnswer(Buffer.from(html), 'no-store', language, reader.encoding);
  };
}

export type FirstStart = ReturnType<typeof createFirstStart>;
