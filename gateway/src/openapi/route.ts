import { createHash } from 'node:crypto';
import { once } from '@volant/infra/process/waiting/once';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ReadyAnswer, readyAnswer, sendReady } from '../http/ready-answer.ts';
import type { FlatHeaders } from '../http/security-headers.ts';
import type { OpenApiDocument } from './document.ts';
import { apiPage, STYLE } from './page.ts';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * `/api/openapi.json` and `/api/docs`, compressed on first use.
 * @param description the document as JSON
 */
export function registerOpenApi(
  server: FastifyInstance,
  description: string,
  edgeHeaders: (request: FastifyRequest) => FlatHeaders,
): void {
  const serve = (url: string, make: () => ReadyAnswer) => {
    const answer = once(make);
    server.get(url, (request, reply) => sendReady(answer(), edgeHeaders(request), request, reply));
  };
  serve('/api/openapi.json', () =>
    readyAnswer({
      body: Buffer.from(description),
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    }),
  );
  serve('/api/docs', () =>
    readyAnswer({
      body: Buffer.from(apiPage(JSON.parse(description) as OpenApiDocument)),
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      contentSecurityPolicy: PAGE_POLICY,
      headers: ['Content-Language', 'en'],
    }),
  );
}
