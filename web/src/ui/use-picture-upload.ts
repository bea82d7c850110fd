import { useState } from 'react';
import * as v from 'valibot';
import { ApiError } from '../api/api-error.ts';
import { type Failure, failureOf, fixedFailure } from '../api/failure.ts';
import { type UploadPath, uploadPicture } from '../api/uploads.ts';
import type { TextKey } from '../i18n/text-key.ts';

/** A picture in a form: the stored one, if any, and a newly chosen file. */
export interface Picture {
  /** Path below /uploads/, or empty for none. */
  readonly path: string;
  /** Chosen but not uploaded yet. */
  readonly file: File | undefined;
  /** A file was chosen before the form was loaded anew; browsers do not keep it. */
  readonly lost?: boolean;
}

/** The shape of a picture in a draft, in which a chosen file is an empty object. */
export const draftedPicture = v.object({ path: v.string(), file: v.optional(v.unknown()) });

export function pictureFrom({ path, file }: v.InferOutput<typeof draftedPicture>): Picture {
  return { path, file: undefined, lost: file !== undefined };
}

/** The upload failed, so the form was not saved. */
class UploadError extends Error {
  override readonly name = 'UploadError';
}

/** The failure to show when a form with a picture could not be saved: the server's message if there is one. */
export function failureOfSave(error: unknown, fallback: TextKey): Failure {
  if (!(error instanceof UploadError)) return failureOf(error, fallback);
  // A refusal explains the problem with the picture; an outage has only a generic message.
  const refused = error.cause instanceof ApiError && error.cause.status < 500;
  if (!refused) return fixedFailure(error.cause, 'picture.uploadFailed');
  const failure = failureOf(error.cause, 'picture.uploadFailed');
  return 'text' in failure ? { ...failure, field: 'picture' } : failure;
}

/** Uploads a form's picture and reports progress. An uploaded picture is not uploaded again. */
export function usePictureUpload(to: UploadPath) {
  const [progress, setProgress] = useState<number>();

  /** The path of the uploaded picture. */
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
