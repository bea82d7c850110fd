import { DomainError } from '@volant/infra/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { setHeaders } from '../http/edge.ts';
import { securityHeaders, UPLOAD_POLICY } from '../http/security-headers.ts';
import type { Pictures } from './cached-pictures.ts';

const KEY = /^(?:[a-z0-9-]{1,80}\/){0,4}[a-z0-9-]{1,80}\.(?:jpe?g|png|webp|avif)$/;
const IMAGE = /^image\/(?:jpeg|png|webp|avif)$/;

/** `GET /uploads/*`: serves only pictures from the store. */
export function registerUploads(server: FastifyInstance, objects: Pictures): void {
  server.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const name = request.params['*'];
    const object = KEY.test(name) ? await objects.get(`uploads/${name}`) : undefined;
    if (object === undefined || !IMAGE.test(object.contentType)) throw new DomainError('NOT_FOUND');
    setHeaders(reply, securityHeaders(UPLOAD_POLICY));
    // A new picture gets a new random name, so the content of a name never changes.
    return reply
      .header('content-type', object.contentType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(object.body.buffer, object.body.byteOffset, object.body.byteLength));
  });
}
