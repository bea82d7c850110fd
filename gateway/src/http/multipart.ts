import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Upload, UploadAnswer } from '@volant/infra/graphql/upload';
import { MAX_IMAGE_BYTES } from '@volant/infra/images/read-image';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_ERRORS } from '../errors.ts';
import { type Pace, paced, UPLOAD_PACE } from './paced.ts';

/** One more than is taken, so that whoever reads it sees that it is too much. */
export const FILE_LIMIT = MAX_IMAGE_BYTES + 1;

/**
 * Refuses by what a form announces, before it is read.
 * @param formBytes what it may hold beside the picture
 * @throws DomainError IMAGE_TOO_LARGE
 */
export function refuseTooLarge({ headers }: FastifyRequest, formBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > MAX_IMAGE_BYTES + formBytes) throw new DomainError('IMAGE_TOO_LARGE');
}

/** Hands a picture on to its service. What is wrong with the form itself is its sender's, whatever the service makes of it. */
export async function handOn(
  upload: Upload,
  picture: AsyncIterable<Uint8Array>,
  call: SubgraphCall,
  pace: Pace = UPLOAD_PACE,
): Promise<UploadAnswer> {
  let unreadable: DomainError | undefined;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* paced(picture, pace);
    } catch (error) {
      unreadable = formRefusal(error);
      throw unreadable;
    }
  }
  const refused = () => ({ refusal: toPublicError(unreadable, call.language, GATEWAY_ERRORS) });
  try {
    const answer = await upload({ body: body(), call });
    return unreadable === undefined ? answer : refused();
  } catch (error) {
    if (unreadable === undefined) throw error;
    return refused();
  }
}

/** A form that cannot be read, or was cut off, is its sender's; so is one with too many parts. */
export function formRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const tooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  return Object.assign(new DomainError(tooMuch ? 'PAYLOAD_TOO_LARGE' : 'MALFORMED_BODY'), { cause: error });
}
