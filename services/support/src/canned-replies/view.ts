import type { Commit } from '@volant/infra/event-store/event-store';
import { foldCommits } from '@volant/infra/event-store/load-stream';
import type { ViewDefinition, ViewDocument, Views, WritableView } from '@volant/infra/views/view-store';
import { type CannedContent, cannedReplyCodec, cannedReplyDecider, cannedReplyOfStream } from './domain.ts';

export const CANNED_REPLIES_VIEW: ViewDefinition = { name: 'canned-replies-1', shape: '4ZDbLybtm_9c', indexes: [] };

export interface CannedReplyDocument extends ViewDocument, CannedContent {
  readonly version: number;
}

export interface CannedReply extends CannedContent {
  readonly id: string;
}

/** Applies a commit to the view; applying it again changes nothing. */
export async function applyToCannedReplies(view: WritableView<CannedReplyDocument>, commit: Commit): Promise<void> {
  const id = cannedReplyOfStream(commit.streamId);
  if (id === undefined) return;
  const { version } = commit;
  const known = await view.get(id);
  if (known !== undefined && version <= known.version) return;
  const content = foldCommits(cannedReplyDecider, cannedReplyCodec, [commit]);
  if (content === undefined) await view.remove(id);
  else await view.put({ _id: id, version, ...content });
}

/** All canned replies, by name. */
export async function listCannedReplies(views: Views): Promise<readonly CannedReply[]> {
  const documents = await views.view<CannedReplyDocument>(CANNED_REPLIES_VIEW).find({});
  return documents
    .map(({ _id: id, name, texts }) => ({ id, name, texts }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}
