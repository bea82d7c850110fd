import * as v from 'valibot';
import { currentSession } from '../session/session.ts';
import { ApiError, NetworkError } from './api-error.ts';
import { endRefusedSession, jsonOf, refusal } from './client.ts';
import { parsed } from './parsed.ts';
import { headersOf } from './request-headers.ts';
import { withRetryKey } from './retry-key.ts';

/** Upload endpoints: the user's avatar, and the pictures of pages. */
export type UploadPath = '/api/user/upload-avatar' | '/api/pages/upload-image';

/** Receives the uploaded share, from 0 to 1. */
type OnProgress = (share: number) => void;

const answer = v.object({ imageUrl: v.string() });

/**
 * Uploads a picture and returns its path below /uploads/. Uses XMLHttpRequest because `fetch` does not report upload
 * progress.
 */
export function uploadPicture(path: UploadPath, picture: File, onProgress: OnProgress): Promise<string> {
  return withRetryKey(path, picture, (key) => attempt(path, picture, key, onProgress));
}

function attempt(path: UploadPath, picture: File, idempotencyKey: string, onProgress: OnProgress): Promise<string> {
  const token = currentSession()?.token;
  const form = new FormData();
  form.append('image', picture);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    // The browser sets the content type itself, because it chooses the form's boundary.
    headersOf(token, idempotencyKey).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new NetworkError(new Error(`POST ${path}`)));
    request.onload = () => {
      const { status } = request;
      const body = jsonOf(request.responseText);
      if (status < 200 || status > 299) {
        endRefusedSession(status, token);
        reject(refusal(status, request.getResponseHeader('Retry-After'), body));
        return;
      }
      const uploaded = parsed(answer, body);
      if (uploaded !== undefined) resolve(uploaded.imageUrl);
      else reject(new ApiError(status, 'UNREADABLE_ANSWER', undefined, undefined));
    };
    request.send(form);
  });
}
