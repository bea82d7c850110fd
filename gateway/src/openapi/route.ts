import { createHash } from 'node:crypto';
import type { Language } from '@volant/infra/errors/domain-error';
import { languageOf } from '@volant/infra/errors/domain-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ReadyAnswer, readyAnswer, sendReady } from '../http/ready-answer.ts';
import { DATA_POLICY, type FlatHeaders } from '../http/security-headers.ts';
import { describedOperations } from '../rest/register-rest.ts';
import { openApiDocument } from './document.ts';
import { readErrorCatalogue } from './error-catalogue.ts';
import { apiPage, STYLE } from './page.ts';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const VARIES: FlatHeaders = ['Vary', 'Accept-Language'];

interface Description {
  readonly json: ReadyAnswer;
  readonly page: ReadyAnswer;
}

/** `/api/openapi.json` and `/api/docs`, built once per language on first use. */
export function registerOpenApi(server: FastifyInstance, edgeHeaders: (request: FastifyRequest) => FlatHeaders): void {
  const descriptions = new Map<Language, Promise<Description>>();

  for (const [url, part] of [
    ['/api/openapi.json', 'json'],
    ['/api/docs', 'page'],
  ] as const) {
    server.get<{ Querystring: { lang?: string } }>(url, async (request, reply) => {
      const { lang } = request.query;
      const language = lang === 'fr' || lang === 'en' ? lang : languageOf(request.headers['accept-language']);
      const description = descriptions.get(language) ?? describe(language);
      descriptions.set(language, description);
      sendReady((await description)[part], edgeHeaders(request), request, reply);
    });
  }
}

async function describe(language: Language): Promise<Description> {
  const document = await openApiDocument(describedOperations(), readErrorCatalogue(), language);
  const [json, page] = await Promise.all([
    readyAnswer({
      status: 200,
      body: Buffer.from(JSON.stringify(document)),
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
      contentSecurityPolicy: DATA_POLICY,
      headers: VARIES,
    }),
    readyAnswer({
      status: 200,
      body: Buffer.from(apiPage(document, language)),
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      contentSecurityPolicy: PAGE_POLICY,
      headers: ['Content-Language', language, ...VARIES],
    }),
  ]);
  return { json, page };
}
