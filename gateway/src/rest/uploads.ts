import multipart from '@fastify/multipart';
import { DomainError, tellError } from '@volant/infra/errors/domain-error';
import type { Upload } from '@volant/infra/graphql/upload';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { MAX_IMAGE_BYTES } from '@volant/infra/images/read-image';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GATEWAY_ERRORS } from '../errors.ts';
import { ToldRefusal } from '../http/error-answers.ts';
import { subgraphCallOf } from '../http/subgraph-call.ts';
import { NoBody, NoParams, NoQuery } from './inputs.ts';
import type { DescribedOperation } from './operation.ts';

/** Uploads, which do not go through the graph. */
export interface Uploads {
  readonly pageImage: Upload;
  readonly avatar: Upload;
}

const FIELD = 'image';
/** What a form adds to the picture in it, generously. */
const FORM_BYTES = 64 * 1024;
const LIMITS = {
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
  // One more than is taken, so that whoever reads it sees that it is too much.
  fileSize: MAX_IMAGE_BYTES + 1,
};
/** Of a refused body so much is read and thrown away, because a client reads the answer only once it has sent everything. */
const DISCARDED_BYTES = 20 * 1024 * 1024;

const CODES = [...Object.keys(IMAGE_ERRORS), 'TOO_MANY_REQUESTS'];
const described = {
  method: 'POST',
  params: NoParams,
  query: NoQuery,
  body: NoBody,
  consumes: 'multipart/form-data',
  answer: z
    .strictObject({ success: z.literal(true), imageUrl: z.string().meta({ description: 'Path below /uploads/.' }) })
    .meta({ id: 'Uploaded' }),
  status: 200,
} as const;

const PAGE_IMAGE: DescribedOperation = {
  ...described,
  operation: {
    id: 'uploadPageImage',
    tag: 'pages',
    summary: {
      fr: 'Envoyer une image pour une page ; la page la prend par `avatar`, dans la journée.',
      en: 'Send a picture for a page; the page takes it as its `avatar` within the day.',
    },
    access: 'signed-in',
    codes: CODES,
    idempotent: true,
  },
  url: '/api/pages/upload-image',
};
const AVATAR: DescribedOperation = {
  ...described,
  operation: {
    id: 'uploadAvatar',
    tag: 'accounts',
    summary: {
      fr: 'Envoyer sa photo de profil.',
      en: 'Send one’s profile picture.',
    },
    access: 'signed-in',
    codes: CODES,
    idempotent: true,
  },
  url: '/api/user/upload-avatar',
};

export function describeUploads({ describe }: { describe(operation: DescribedOperation): void }): void {
  describe(PAGE_IMAGE);
  describe(AVATAR);
}

/** Pictures as multipart forms, handed on to their service as they arrive. */
export async function registerUploadCalls(server: FastifyInstance, { pageImage, avatar }: Uploads): Promise<void> {
  await server.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    for (const [{ url }, upload] of [[PAGE_IMAGE, pageImage] as const, [AVATAR, avatar] as const]) {
      scope.post(url, { onRequest: requireToken }, (request, reply) => take(upload, request, reply));
    }
  });
}

/** What the token is worth the service finds out, before it reads a byte of the body. */
async function requireToken(request: FastifyRequest): Promise<void> {
  if (subgraphCallOf(request).token === undefined) throw new DomainError('UNAUTHENTICATED');
}

async function take(upload: Upload, request: FastifyRequest, reply: FastifyReply) {
  if (!request.isMultipart()) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  const call = subgraphCallOf(request);
  let unreadable: DomainError | undefined;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* imageIn(request);
    } catch (error) {
      unreadable = refusalOf(error);
      throw unreadable;
    }
  }
  try {
    const answer = await upload({ body: body(), call });
    if ('imageUrl' in answer) {
      return await reply.header('cache-control', 'no-store').send({ success: true, imageUrl: answer.imageUrl });
    }
    throw new ToldRefusal(answer.refusal);
  } catch (error) {
    leaveUnread(request, reply);
    if (unreadable === undefined) throw error;
    throw new ToldRefusal(tellError(unreadable, call.language, { ...GATEWAY_ERRORS, ...IMAGE_ERRORS }));
  }
}

/** @throws DomainError IMAGE_TOO_LARGE, VALIDATION_FAILED where no picture is in the form */
async function* imageIn(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES + FORM_BYTES) {
    throw new DomainError('IMAGE_TOO_LARGE');
  }
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== FIELD) break;
    yield* part.file;
    return;
  }
  throw new DomainError('VALIDATION_FAILED', { field: FIELD });
}

/** A form that cannot be read, or was cut off, is its sender's; so is one with too many parts. */
function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const tooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  return Object.assign(new DomainError(tooMuch ? 'PAYLOAD_TOO_LARGE' : 'MALFORMED_BODY'), { cause: error });
}

function leaveUnread({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded) return;
  raw.unpipe();
  const announced = headers['content-length'];
  if (announced !== undefined && Number(announced) <= DISCARDED_BYTES) raw.resume();
  else reply.header('connection', 'close');
}
