import type { Language } from '@volant/infra/errors/domain-error';
import type { FastifyRequest } from 'fastify';

/** Language of a page that people read: French, or the one their address asks for. */
export function pageLanguage(request: FastifyRequest): Language {
  return (request.query as { lang?: unknown }).lang === 'en' ? 'en' : 'fr';
}
