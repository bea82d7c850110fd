import { fromBinary } from '@bufbuild/protobuf';
import { readValue } from '@volant/infra/message-log/dead-letter';
import type { LogRecord } from '@volant/infra/message-log/message-log';
import type { View, ViewDefinition, Views, WritableViews } from '@volant/infra/views/view-store';
import { PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { LRUCache } from 'lru-cache';
import { type PublicProfile, publicProfileOf } from './public-profile.ts';

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
  readonly profile: PublicProfile | null;
  readonly avatar: string | null;
  readonly indexable: boolean;
  readonly version: number;
}

export const PAGE_VIEW: ViewDefinition = { name: 'gateway-pages', indexes: ['ids'] };

const STATES: Readonly<Record<PageState, PageDocument['state']>> = {
  // A state this version does not know is shown as what shows least.
  [PageState.UNSPECIFIED]: 'INACTIVE',
  [PageState.UNCLAIMED]: 'UNCLAIMED',
  [PageState.ACTIVE]: 'ACTIVE',
  [PageState.INACTIVE]: 'INACTIVE',
  [PageState.DEACTIVATED]: 'DEACTIVATED',
};

/** A page as it was when it was looked up. Once the page changes, another lookup gives another one. */
export interface FoundPage {
  /** Unlike that of any other lookup, so that what is made from this page can be kept under it. */
  readonly serial: number;
  readonly document: PageDocument;
}

export interface PageView {
  /** The page with this id, in any letter case; a former id finds its page, too. */
  find(id: string): Promise<FoundPage | undefined>;
  /** As `find` where the page is at hand, so that nobody has to wait. */
  atHand(id: string): FoundPage | undefined;
  /**
   * Feeds the view from the topic.
   * @throws UnreadableRecord when the record is no snapshot of a page
   */
  apply(record: LogRecord, views: WritableViews): Promise<void>;
}

/** Documents kept at hand: a few hundred bytes to some KB each. */
const AT_HAND = 10_000;

/** @param dropped hears of every page that has changed, with the lookups that are out of date */
export function createPageView(viewStore: Views, dropped: (found: FoundPage) => void): PageView {
  const view: View<PageDocument> = viewStore.view(PAGE_VIEW);
  const atHand = new LRUCache<string, FoundPage>({ max: AT_HAND });
  let serial = 0;
  // Counts changes, so that a lookup which a change has overtaken is not kept.
  let changes = 0;

  function drop(document: PageDocument | undefined): void {
    for (const id of document?.ids ?? []) {
      const found = atHand.get(id);
      if (found === undefined) continue;
      atHand.delete(id);
      dropped(found);
    }
  }

  return {
    atHand: (id) => atHand.get(id.toLowerCase()),

    async find(id) {
      const key = id.toLowerCase();
      const known = atHand.get(key);
      if (known !== undefined) return known;
      const changesBefore = changes;
      const [document] = await view.find({ ids: key }, { limit: 1 });
      if (document === undefined) return undefined;
      serial += 1;
      const found = { serial, document };
      if (changes === changesBefore) atHand.set(key, found);
      return found;
    },

    async apply({ key, value }, views) {
      const written = views.view<PageDocument>(PAGE_VIEW);
      const before = await written.get(key);
      if (value === null) {
        await written.remove(key);
        changes += 1;
        drop(before);
        return;
      }
      const document = read(value);
      if (before !== undefined && before.version > document.version) return;
      await written.put(document);
      changes += 1;
      drop(before);
      drop(document);
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
