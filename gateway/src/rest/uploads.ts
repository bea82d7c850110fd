import multipart from '@fastify/multipart';
import { DomainError, ForwardedError } from '@volant/infra/errors/domain-error';
import type { Upload } from '@volant/infra/graphql/upload';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_LIMIT, handOn, refuseTooLarge } from '../http/multipart.ts';
import type { Strangers } from '../http/strangers.ts';
import { requireToken, subgraphCallOf } from '../http/subgraph-call.ts';
import { leaveUnread } from '../http/unread-body.ts';
import { fixedOperation, type Graph } from '../supergraph/graph.ts';
import { admitToken } from './admission.ts';
import { succeeded } from './answers.ts';
import { fieldsOf } from './graph-shapes.ts';
import type { DescribedOperation } from './operation.ts';

/** Upload handlers for pictures, used by REST and GraphQL. */
export interface Uploads {
  readonly pageImage: Upload;
  readonly avatar: Upload;
}

const FIELD = 'image';
/** Generous maximum for the size of a form without its picture. */
const FORM_BYTES = 64 * 1024;
const LIMITS = {
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
  fileSize: FILE_LIMIT,
};

/** The same calls for GraphQL clients. They are listed, so they run even if only listed operations may. */
const uploadPageImage = fixedOperation(
  'mutation RestUploadPageImage($image: Upload!) { uploadPageImage(image: $image) { imageUrl } }',
);
fixedOperation('mutation RestUploadAvatar($image: Upload!) { uploadAvatar(image: $image) { imageUrl } }');

const CODES = [...Object.keys(IMAGE_ERRORS), 'REQUEST_TIMEOUT', 'TOO_MANY_REQUESTS'];
const described = {
  method: 'POST',
  consumes: 'multipart/form-data',
  answer: succeeded('Uploaded', fieldsOf(uploadPageImage, 'uploadPageImage')),
} as const;

const PAGE_IMAGE: DescribedOperation = {
  ...described,
  id: 'uploadPageImage',
  tag: 'pages',
  summary: 'Send a picture for a page; the page takes it as its `avatar` within the day.',
  access: 'signed-in',
  codes: CODES,
  url: '/api/pages/upload-image',
};
const AVATAR: DescribedOperation = {
  ...described,
  id: 'uploadAvatar',
  tag: 'accounts',
  summary: 'Send one’s profile picture.',
  access: 'signed-in',
  codes: [...CODES, 'TOO_MANY_CHANGES'],
  url: '/api/user/upload-avatar',
};

export function describeUploads({ describe }: { describe(operation: DescribedOperation): void }): void {
  describe(PAGE_IMAGE);
  describe(AVATAR);
}

/** Pictures as multipart forms, streamed to their service. */
export async function registerUploadCalls(
  server: FastifyInstance,
  { pageImage, avatar }: Uploads,
  graph: Graph,
  countStranger: Strangers['count'],
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    for (const [{ id, url }, upload] of [[PAGE_IMAGE, pageImage] as const, [AVATAR, avatar] as const]) {
      const onRequest = [countStranger, requireToken, admitToken(id, graph)];
      scope.post(url, { onRequest }, (request, reply) => take(upload, request, reply));
    }
  });
}

async function take(upload: Upload, request: FastifyRequest, reply: FastifyReply) {
  if (!request.isMultipart()) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  try {
    const answer = await handOn(upload, imageIn(request), subgraphCallOf(request));
    if (!('imageUrl' in answer)) throw new ForwardedError(answer.refusal);
    return await reply.header('cache-control', 'no-store').send({ success: true, imageUrl: answer.imageUrl });
  } catch (error) {
    leaveUnread(request, reply);
    throw error;
  }
}

/** @throws DomainError IMAGE_TOO_LARGE, VALIDATION_FAILED if the form has no picture */
async function* imageIn(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  refuseTooLarge(request, FORM_BYTES);
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== FIELD) break;
    yield* part.file;
    return;
  }
  throw new DomainError('VALIDATION_FAILED', { field: FIELD });
}
