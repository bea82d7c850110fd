import type { Commit } from '@volant/infra/event-store/event-store';
import type { ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { idOfImage, imageCodec, imageStream } from '../../image/image.ts';

export const IMAGES_VIEW: ViewDefinition = { name: 'images', indexes: ['uploadedBy', 'uploadedAt'] };

/** A picture in the object store; its key is its stream's id. */
export interface ImageDocument extends ViewDocument {
  readonly path: string;
  readonly uploadedBy: string;
  readonly uploadedAt: string;
}

/** Applies a commit to the view; applying it again changes nothing. */
export async function applyToImages(view: WritableView<ImageDocument>, { streamId, events }: Commit): Promise<void> {
  if (idOfImage(streamId) === undefined) return;
  for (const stored of events) {
    const image = imageCodec.read(stored)?.data;
    if (image === undefined) await view.remove(streamId);
    else await view.put({ _id: imageStream(image.path), ...image });
  }
}
