import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Scheme and host a request was sent to, where its operator has not said what people reach the product at. */
export function originOf(request: FastifyRequest): string {
  const host = request.host;
  return HOST.test(host) ? `${request.protocol}://${host}` : 'http://localhost';
}

/** Stands for the address in what is rendered once for all of them; nobody can write it into a page. */
export const ANY_ORIGIN = `http://${randomBytes(16).toString('hex')}.invalid`;

/** The rendered page as it reads at this address. */
export function atOrigin(html: string, origin: string): Buffer {
  return Buffer.from(html.replaceAll(ANY_ORIGIN, origin));
}
