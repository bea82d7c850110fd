import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { uidOfStream } from '../../page/page.ts';

export const DELETIONS_VIEW: ViewDefinition = { name: 'deletions', indexes: [] };

/** A deleted page that has not been cleared yet; its key is its uid. */
export type DeletionDocument = ViewDocument;

/** Applies a commit to the view; applying it again changes nothing. */
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
