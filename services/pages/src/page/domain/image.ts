import { type EventOf, eventCodec } from '@volant/infra/event-store/event-codec';
import { streamKind } from '@volant/infra/event-store/stream-kind';
import { z } from 'zod';

const shapes = {
  /** Recorded before the picture's bytes are stored, so that every stored picture is known. */
  ImageUploaded: z.object({
    /** Path the picture is served under. */
    path: z.string(),
    uploadedBy: z.string(),
    uploadedAt: z.string(),
  }),
};

export type ImageUploaded = EventOf<typeof shapes>;

export const imageCodec = eventCodec('image', shapes);

const streams = streamKind('image-');

export const idOfImage = streams.idIn;

export function imageStream(path: string): string {
  return streams.of(path.slice(path.lastIndexOf('/') + 1));
}
