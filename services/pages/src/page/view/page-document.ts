import type { Commit } from '@volant/infra/event-store/event-store';
import { foldCommits } from '@volant/infra/event-store/load-stream';
import { searchable } from '@volant/infra/text/searchable';
import { naturalOrder } from '@volant/infra/views/newest-first';
import type { ViewDefinition, ViewDocument, WritableView } from '@volant/infra/views/view-store';
import { profileVersion } from '@volant/proto/profile/profile';
import { pageDecider } from '../domain/decide.ts';
import { pageCodec } from '../domain/events.ts';
import { evolve } from '../domain/evolve.ts';
import { type ExistingPage, exists, NO_PAGE, ownerOf, type PageState, uidOfStream } from '../domain/page.ts';
import { PAGE_SHAPES } from '../domain/shapes.ts';
import { pageInKeepStream, uidOfKeepStream } from '../rewriting/keep-stream.ts';

export const PAGES_VIEW: ViewDefinition = {
  name: `pages-6-${profileVersion()}`,
  shape: PAGE_SHAPES.view,
  indexes: [
    ...['keys', 'ownerId', 'tenure', 'createdAt', 'state', 'claimed', 'avatar', 'sealed', 'leadsTo'],
    ...['nameOrder', 'idOrder'],
  ],
  texts: ['text'],
};

/** One page: its whole state, to fold further events into, and the fields that lists search. */
export interface PageDocument extends ViewDocument {
  /** Version of the page's stream up to which commits have been applied. */
  readonly version: number;
  readonly page: ExistingPage;
  /** The id and all former ids, in lower case. */
  readonly keys: readonly string[];
  readonly ownerId: string | null;
  readonly claimed: boolean;
  readonly state: PageState;
  readonly origin: string;
  readonly tenure: number;
  readonly createdAt: string;
  readonly avatar: string | null;
  readonly sealed: boolean;
  /** Page that this card of the same owner leads to. */
  readonly leadsTo: string | null;
  /** By which lists are ordered. */
  readonly nameOrder: string;
  readonly idOrder: string;
  readonly text: string;
}

const FIRST_EVENTS: readonly (string | undefined)[] = ['PageCreated', 'PageRestored'];

/**
 * Applies a commit to the view; applying it again changes nothing.
 * @param isBeingRewritten whether a page whose history was erased is about to be restored
 */
export async function applyToPages(
  view: WritableView<PageDocument>,
  commit: Commit,
  isBeingRewritten: (uid: string) => Promise<boolean>,
): Promise<void> {
  if (uidOfKeepStream(commit.streamId) !== undefined) return showFromKeepStream(view, commit);
  const uid = uidOfStream(commit.streamId);
  if (uid === undefined) return;
  const known = await view.get(uid);
  if (known !== undefined && commit.version <= known.version) return;
  // Applied before a crash, together with the deletion that came after it.
  if (known === undefined && !FIRST_EVENTS.includes(commit.events[0]?.type)) return;

  const page = foldCommits(pageDecider, pageCodec, [commit], known?.page);
  if (exists(page)) await view.put(pageDocument(page, commit.version));
  else if (page.status === 'deleted' || !(await isBeingRewritten(uid))) await view.remove(uid);
}

/** If the view is rebuilt while a page's own stream is erased, the page is read from its keep stream. */
async function showFromKeepStream(view: WritableView<PageDocument>, commit: Commit): Promise<void> {
  const stored = pageInKeepStream(commit);
  if (stored === undefined || (await view.get(stored.uid)) !== undefined) return;
  const page = evolve(NO_PAGE, { type: 'PageRestored', data: stored });
  if (exists(page)) await view.put(pageDocument({ ...page, sealed: true }, 0));
}

function pageDocument(page: ExistingPage, version: number): PageDocument {
  const ids = [page.publicId, ...page.previousIds];
  return {
    _id: page.uid,
    version,
    page,
    keys: ids.map((id) => id.toLowerCase()),
    ownerId: ownerOf(page) ?? null,
    claimed: page.status === 'owned',
    state: page.state,
    origin: page.origin,
    tenure: page.tenure,
    createdAt: page.createdAt,
    avatar: page.avatar,
    sealed: page.sealed,
    leadsTo: page.card.leadsTo?.uid ?? null,
    nameOrder: naturalOrder(searchable(page.displayName)),
    idOrder: naturalOrder(page.publicId.toLowerCase()),
    text: searchable([...ids, page.displayName].join('\n')),
  };
}
