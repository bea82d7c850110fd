import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { type Failure, failureOf, fixedFailure } from '../api/failure.ts';
import { type UploadPath, uploadPicture } from '../api/uploads.ts';
import type { TextKey } from '../i18n/text-key.ts';

/** A picture in a form: the one that is stored, if any, and the one that was chosen in its place. */
export interface Picture {
  /** Path below /uploads/, or empty for none. */
  readonly path: string;
  /** Chosen and not sent yet. */
  readonly file: File | undefined;
}

/** The picture of a form could not be sent, so that nothing of the form was. */
class UploadError extends Error {
  override readonly name = 'UploadError';
}

/** What to tell when a form with a picture could not be saved: the server's own words where it gave any. */
export function failureOfSave(error: unknown, fallback: TextKey): Failure {
  if (!(error instanceof UploadError)) return failureOf(error, fallback);
  // A refusal says what is wrong with the picture; an outage only that there is one.
  const refused = error.cause instanceof ApiError && error.cause.status < 500;
  if (!refused) return fixedFailure(error.cause, 'picture.uploadFailed');
  const failure = failureOf(error.cause, 'picture.uploadFailed');
  return 'text' in failure ? { ...failure, field: 'picture' } : failure;
}

/** Sends a form's picture, and tells how far it is. A picture that was sent before is not sent again. */
export function usePictureUpload(to: UploadPath) {
  const [progress, setProgress] = useState<number>();

  /** The path that the picture has once it is stored. */
  const store = async ({ path, file }: Picture): Promise<string> => {
    if (file === undefined) return path;
    setProgress(0);
    try {
      return await uploadPicture(to, file, setProgress);
    } catch (error) {
      throw new UploadError('The picture was not stored', { cause: error });
    } finally {
      setProgress(undefined);
    }
  };
  return { store, progress };
}
