import { fromBinary } from '@bufbuild/protobuf';
import { readValue } from '@volant/infra/message-log/dead-letter';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import type { View, ViewDefinition, Views, WritableViews } from '@volant/infra/views/view-store';
import type { Profile } from '@volant/proto/profile/profile';
import { PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { LRUCache } from 'lru-cache';
import { publicProfileOf } from './public-profile.ts';

/** The latest public state of a page; `_id` is its internal key. */
export interface PageDocument {
  readonly _id: string;
  readonly publicId: string;
  /** Present and former ids, in lower case. */
  readonly ids: readonly string[];
  readonly state: 'UNCLAIMED' | 'ACTIVE' | 'INACTIVE' | 'DEACTIVATED';
  readonly claimed: boolean;
  readonly displayName: string;
  /** Null unless the page shows a profile. */
  readonly profile: Profile | null;
  readonly avatar: string | null;
  readonly indexable: boolean;
  readonly version: number;
}

export const PAGE_VIEW: ViewDefinition = { name: 'gateway-pages', indexes: ['ids'] };

const STATES: Readonly<Record<PageState, PageDocument['state']>> = {
  // Treats unknown states as INACTIVE, the least revealing.
  [PageState.UNSPECIFIED]: 'INACTIVE',
  [PageState.UNCLAIMED]: 'UNCLAIMED',
  [PageState.ACTIVE]: 'ACTIVE',
  [PageState.INACTIVE]: 'INACTIVE',
  [PageState.DEACTIVATED]: 'DEACTIVATED',
};

export interface PageView {
  /** Finds a page by its present or a former id, in lower case. */
  find(id: string): Promise<PageDocument | undefined>;
  /** Whether the page with this id is still the one that was found, so that a response made from it may be cached. */
  isCurrent(id: string, found: PageDocument): boolean;
  /**
   * Updates the view from a record of the topic.
   * @throws UnreadableRecord if the record is not a page snapshot
   */
  apply(record: LogRecord, views: WritableViews): Promise<void>;
  /** Removes changed pages from the memory cache, once lookups find their new state. */
  onWritten(): Promise<void>;
}

/** Number of documents cached in memory, some KB each, for pages requested in several variants. */
const AT_HAND = 1_000;

/**
 * @param dropped called for every changed page with its key and all its ids; undefined if another process removed the
 * page from the view first
 */
export function createPageView(
  viewStore: Views,
  dropped: (page: string, ids: readonly string[] | undefined) => void,
): PageView {
  const view: View<PageDocument> = viewStore.view(PAGE_VIEW);
  const atHand = new LRUCache<string, PageDocument>({ max: AT_HAND });
  // Counts changes, so that a lookup overtaken by a change is not cached.
  let changes = 0;
  /** Applied pages that may not be written yet, with their ids. */
  let changed: (readonly [page: string, ids: readonly string[] | undefined])[] = [];

  function drop(page: string, ids: readonly string[] | undefined): void {
    changes += 1;
    const known = ids ?? [...atHand.entries()].filter(([, { _id }]) => _id === page).map(([id]) => id);
    for (const id of known) atHand.delete(id);
    dropped(page, ids);
  }

  return {
    async find(id) {
      const known = atHand.get(id);
      if (known !== undefined) return known;
      const changesBefore = changes;
      const [document] = await view.find({ ids: id }, { limit: 1 });
      if (document !== undefined && changes === changesBefore) atHand.set(id, document);
      return document;
    },

    isCurrent: (id, found) => atHand.peek(id) === found,

    async apply({ key, value }, views) {
      const written = views.view<PageDocument>(PAGE_VIEW);
      const before = await written.get(key);
      if (value === null) {
        await written.remove(key);
        changed.push([key, before?.ids]);
        return;
      }
      const document = read(value);
      if (before !== undefined && before.version > document.version) return;
      await written.put(document);
      changed.push([key, before === undefined ? document.ids : [...new Set([...before.ids, ...document.ids])]]);
    },

    async onWritten() {
      const written = changed;
      changed = [];
      for (const [page, ids] of written) drop(page, ids);
    },
  };
}

function read(value: Uint8Array): PageDocument {
  const snapshot = readValue(value, (bytes) => fromBinary(PageSnapshotSchema, bytes));
  const { pageUid, publicId, previousIds, ownerId, displayName, profile, avatar, indexable, version } = snapshot;
  const shown = snapshot.state === PageState.ACTIVE && ownerId !== undefined && profile !== undefined;
  return {
    _id: pageUid,
    publicId,
    ids: [...new Set([publicId, ...previousIds].map((id) => id.toLowerCase()))],
    state: STATES[snapshot.state] ?? 'INACTIVE',
    claimed: ownerId !== undefined,
    displayName,
    profile: shown ? publicProfileOf(profile) : null,
    avatar: shown ? (avatar ?? null) : null,
    indexable,
    version: Number(version),
  };
}
