import { COMMON_ERRORS, type ErrorCatalogue, type PublicError, toPublicError } from '../errors/domain-error.ts';
import type { Logger } from '../process/log.ts';
import type { SubgraphCall } from './subgraph-call.ts';

export interface UploadRequest {
  /** The bytes of the file as they arrive; whoever reads them stops at the limit. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly call: SubgraphCall;
}

export interface UploadedImage {
  /** Path the picture is served at. */
  readonly imageUrl: string;
}

/** What became of an upload; a refusal is told by the service, text and all, as its subgraph does. */
export type UploadAnswer = UploadedImage | { readonly refusal: PublicError };

/** A service's upload, wherever the service runs. Rejects for nothing a caller could be told. */
export type Upload = (request: UploadRequest) => Promise<UploadAnswer>;

export interface TellingUploadParts {
  /** The service's own method. */
  readonly upload: (request: UploadRequest) => Promise<UploadedImage>;
  /** The service's codes; the common ones are known anyway. */
  readonly catalogue: ErrorCatalogue;
  readonly log: Logger;
}

/** Turns what a service throws into what a stranger may read. */
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
