import type { Language } from '@volant/infra/errors/domain-error';
import type { FastifyRequest } from 'fastify';

/** Language of a page for people: French, or the one in its address. */
export function pageLanguage(request: FastifyRequest): Language {
  return (request.query as { lang?: unknown }).lang === 'en' ? 'en' : 'fr';
}
