import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { idOfImage, imageCodec, imageStream } from '../domain/image.ts';
import { uidOfStream } from '../domain/page.ts';

// What maintenance has to clear. Applying a commit to one of these views again changes nothing.

export const DELETIONS_VIEW: ViewDefinition = { name: 'deletions', shape: '2lqUJc4VlNNf', indexes: [] };

/** A deleted page that has not been cleared yet; its key is its uid. */
export type DeletionDocument = ViewDocument;

export async function applyToDeletions(
  view: WritableView<DeletionDocument>,
  { streamId, events }: Commit,
): Promise<void> {
  const uid = uidOfStream(streamId);
  if (uid === undefined) return;
  for (const { type } of events) {
    if (type === 'PageDeleted') await view.put({ _id: uid });
    if (type === STREAM_ERASED) await view.remove(uid);
  }
}

export const IMAGES_VIEW: ViewDefinition = {
  name: 'images',
  shape: 'yol5pxuFC4OA',
  indexes: ['uploadedBy', 'uploadedAt'],
};

/** A picture in the object store; its key is its stream's id. */
export interface ImageDocument extends ViewDocument {
  readonly path: string;
  readonly uploadedBy: string;
  readonly uploadedAt: string;
}

export async function applyToImages(view: WritableView<ImageDocument>, { streamId, events }: Commit): Promise<void> {
  if (idOfImage(streamId) === undefined) return;
  for (const stored of events) {
    const image = imageCodec.read(stored)?.data;
    if (image === undefined) await view.remove(streamId);
    else await view.put({ _id: imageStream(image.path), ...image });
  }
}
