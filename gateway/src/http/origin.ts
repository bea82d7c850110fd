import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Scheme and host of the request, for products whose operator has not set a public origin. */
export function originOf(request: FastifyRequest): string {
  const { host, protocol } = request;
  const origin = `${protocol.toLowerCase() === 'https' ? 'https' : 'http'}://${host}`;
  return HOST.test(host) && URL.canParse(origin) ? origin.toLowerCase() : 'http://localhost';
}

/**
 * Cache-Control of a response that contains the origin. An origin taken from the request must not reach other clients
 * through a shared cache.
 */
export function cacheControlAt(origin: string | undefined, cacheControl: string): string {
  return origin === undefined ? 'private, no-cache' : cacheControl;
}

/**
 * Random placeholder for the origin in pages that are rendered once for all origins. It cannot be guessed, so it cannot
 * appear in content of a page.
 */
export const ANY_ORIGIN = `http://${randomBytes(16).toString('hex')}.invalid`;

/** The rendered page with this origin in place of the placeholder. */
export function atOrigin(html: string, origin: string): Buffer {
  return Buffer.from(html.replaceAll(ANY_ORIGIN, origin));
}
