import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Scheme and host a request was sent to, where its operator has not said what people reach the product at. */
export function originOf(request: FastifyRequest): string {
  const { host, protocol } = request;
  const origin = `${protocol.toLowerCase() === 'https' ? 'https' : 'http'}://${host}`;
  return HOST.test(host) && URL.canParse(origin) ? origin.toLowerCase() : 'http://localhost';
}

/**
 * Cache-Control of an answer that contains the origin. If the origin is the request's word, it must not reach anybody
 * else by a shared cache.
 */
export function cacheControlAt(origin: string | undefined, cacheControl: string): string {
  return origin === undefined ? 'private, no-cache' : cacheControl;
}

/** Stands for the address in what is rendered once for all of them; nobody can write it into a page. */
export const ANY_ORIGIN = `http://${randomBytes(16).toString('hex')}.invalid`;

/** The rendered page as it reads at this address. */
export function atOrigin(html: string, origin: string): Buffer {
  return Buffer.from(html.replaceAll(ANY_ORIGIN, origin));
}
