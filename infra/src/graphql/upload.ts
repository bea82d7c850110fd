import { COMMON_ERRORS } from '../errors/common-errors.ts';
import { type PublicError, toPublicError } from '../errors/domain-error.ts';
import type { ErrorCatalogue } from '../errors/error-catalogue.ts';
import type { Logger } from '../process/observability/log.ts';
import type { SubgraphCall } from './subgraph-call.ts';

export interface UploadRequest {
  /** The bytes of the file as they arrive; the reader stops at the limit. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly call: SubgraphCall;
}

export interface UploadedImage {
  /** Path the picture is served at. */
  readonly imageUrl: string;
}

/** Result of an upload. The service words a refusal, including its text, as its subgraph does. */
export type UploadAnswer = UploadedImage | { readonly refusal: PublicError };

/** A service's upload, in this process or another. Errors a caller may see are answered as refusals, not rejected. */
export type Upload = (request: UploadRequest) => Promise<UploadAnswer>;

export interface TellingUploadParts {
  readonly upload: (request: UploadRequest) => Promise<UploadedImage>;
  /** The service's codes; the common codes are added. */
  readonly catalogue: ErrorCatalogue;
  readonly log: Logger;
}

/** Converts a service's errors into refusals that are safe to show to any client. */
export function createUpload({ upload, catalogue, log }: TellingUploadParts): Upload {
  const known = { ...COMMON_ERRORS, ...catalogue };
  return async (request) => {
    try {
      return await upload(request);
    } catch (error) {
      const refusal = toPublicError(error, request.call.language, known);
      if (refusal.code === 'INTERNAL') {
        log.error({ err: error, correlationId: request.call.correlationId }, 'upload failed');
      }
      return { refusal };
    }
  };
}
