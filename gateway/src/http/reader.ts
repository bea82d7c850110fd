import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@volant/proto/text/languages';
import type { FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from './encoding.ts';
import { originOf } from './origin.ts';

/** The properties of a request that a page depends on, besides its path. */
export interface Reader {
  readonly language: Language;
  /** Address at which the page is read. */
  readonly origin: string;
  readonly encoding: Encoding;
}

/** @param origin public address of the product; by default taken from the request */
export function readerOf(request: FastifyRequest, origin: string | undefined): Reader {
  return {
    language: pageLanguage(request),
    origin: origin ?? originOf(request),
    encoding: encodingFor(request.headers['accept-encoding']),
  };
}

/** Language of a page for people: the one in its address, whatever the browser prefers. */
export function pageLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { readonly lang?: unknown };
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}
