import { STREAM_ERASED, type StoredEvent } from '@volant/infra/event-store/event-store';
import { z } from 'zod';

/** An uploaded picture; recorded before its bytes are stored, so that every stored picture is known. */
export interface ImageUploaded {
  readonly type: 'ImageUploaded';
  readonly data: {
    /** Path the picture is served under. */
    readonly path: string;
    readonly uploadedBy: string;
    readonly uploadedAt: string;
  };
}

export const IMAGE_SCHEMA = 1;

const shape = z.object({ path: z.string(), uploadedBy: z.string(), uploadedAt: z.string() });
const STREAM_PREFIX = 'image-';

export function imageStream(path: string): string {
  return `${STREAM_PREFIX}${path.slice(path.lastIndexOf('/') + 1)}`;
}

export function isImageStream(streamId: string): boolean {
  return streamId.startsWith(STREAM_PREFIX);
}

/** Undefined for the mark of an erased stream. */
export function readImageEvent(stored: StoredEvent): ImageUploaded['data'] | undefined {
  if (stored.type === STREAM_ERASED) return undefined;
  if (stored.type !== 'ImageUploaded' || stored.schema !== IMAGE_SCHEMA) {
    throw new Error(`no event of an image is called ${stored.type} in shape ${stored.schema}`);
  }
  return shape.parse(stored.data);
}
