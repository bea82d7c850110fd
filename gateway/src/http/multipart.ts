import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import type { SubgraphCall } from '@volant/infra/graphql/subgraph-call';
import type { Upload, UploadAnswer } from '@volant/infra/graphql/upload';
import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_ERRORS } from '../errors.ts';
import { type Pace, paced, UPLOAD_PACE } from './paced.ts';

/** One byte more than the maximum, so that the reader can detect a file that is too large. */
export const FILE_LIMIT = MOST_PICTURE_BYTES + 1;

/**
 * Refuses a form by its Content-Length, before it is read.
 * @param formBytes maximum size of the form without the picture
 * @throws DomainError IMAGE_TOO_LARGE
 */
export function refuseTooLarge({ headers }: FastifyRequest, formBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > MOST_PICTURE_BYTES + formBytes) throw new DomainError('IMAGE_TOO_LARGE');
}

/** Sends a picture to its service. An error in the form takes precedence over the service's error. */
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

/** Maps errors of the multipart parser: an unreadable or truncated form, or too many parts, is the client's error. */
export function formRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const tooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  return Object.assign(new DomainError(tooMuch ? 'PAYLOAD_TOO_LARGE' : 'MALFORMED_BODY'), { cause: error });
}
