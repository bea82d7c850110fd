import { fromBinary } from '@bufbuild/protobuf';
import {
  type ChangedSnapshot,
  createSnapshotView,
  type Snapshot,
  type SnapshotView,
} from '@volant/infra/message-log/snapshot-view';
import type { ViewDefinition, Views } from '@volant/infra/views/view-store';
import { type Profile, profileShape, profileVersion } from '@volant/proto/profile/profile';
import { ownershipOf } from '@volant/proto/text/card-id';
import { CardStatus, PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
import { publicProfileOf } from './public-profile.ts';

/** The latest public state of a page; `_id` is its internal key, and its ids are in lower case. */
export interface PageDocument extends Snapshot {
  readonly publicId: string;
  readonly state: 'UNCLAIMED' | 'ACTIVE' | 'INACTIVE' | 'DEACTIVATED';
  readonly claimed: boolean;
  readonly displayName: string;
  /** Null unless the page shows a profile. */
  readonly profile: Profile | null;
  readonly avatar: string | null;
  readonly indexable: boolean;
  readonly card: 'IN_USE' | 'LOST' | 'REPLACED';
  /** The id of another page in an ownership, which this card shows: see `ownershipOf`. */
  readonly leadsTo: string | null;
}

export const PAGE_VIEW: ViewDefinition = {
  name: `gateway-pages-2-${profileVersion()}`,
  shape: `oWCa4Qmx0-dk ${profileShape()}`,
  indexes: ['ids'],
};

const STATES: Readonly<Record<PageState, PageDocument['state']>> = {
  // Treats unknown states as INACTIVE, the least revealing.
  [PageState.UNSPECIFIED]: 'INACTIVE',
  [PageState.UNCLAIMED]: 'UNCLAIMED',
  [PageState.ACTIVE]: 'ACTIVE',
  [PageState.INACTIVE]: 'INACTIVE',
  [PageState.DEACTIVATED]: 'DEACTIVATED',
};

/** Cards that are lost or replaced show nothing. */
const CARDS: Readonly<Record<CardStatus, PageDocument['card']>> = {
  // The last release's pages.
  [CardStatus.UNSPECIFIED]: 'IN_USE',
  [CardStatus.IN_USE]: 'IN_USE',
  [CardStatus.LOST]: 'LOST',
  [CardStatus.REPLACED]: 'REPLACED',
};

export type PageView = SnapshotView<PageDocument>;

/** @param changed called for every changed page */
export function createPageView(viewStore: Views, changed: ChangedSnapshot): PageView {
  const view = createSnapshotView({ definition: PAGE_VIEW, viewStore, read, changed });
  return {
    ...view,
    /** What the card with that id shows: its page, the page it leads to, or nothing. */
    async find(id) {
      const found = await view.find(id);
      const [page] = found;
      if (page === undefined) return [];
      if (page.card !== 'IN_USE') return [{ ...page, displayName: '', profile: null, avatar: null, indexable: false }];
      if (page.leadsTo === null || page.state !== 'ACTIVE') return found;
      const [target] = await view.find(page.leadsTo);
      return target === undefined ? found : [{ ...target, publicId: page.publicId, card: 'IN_USE' }];
    },
  };
}

function read(value: Uint8Array): PageDocument {
  const snapshot = fromBinary(PageSnapshotSchema, value);
  const { pageUid, publicId, previousIds, ownerId, displayName, profile, avatar, indexable, version } = snapshot;
  const shown = snapshot.state === PageState.ACTIVE && ownerId !== undefined && profile !== undefined;
  return {
    _id: pageUid,
    publicId,
    ids: [...new Set([publicId, ...previousIds].map((id) => id.toLowerCase())), ownershipOf(pageUid, snapshot.tenure)],
    state: STATES[snapshot.state] ?? 'INACTIVE',
    claimed: ownerId !== undefined,
    displayName,
    profile: shown ? publicProfileOf(profile) : null,
    avatar: shown ? (avatar ?? null) : null,
    indexable,
    card: CARDS[snapshot.card] ?? 'LOST',
    leadsTo: snapshot.leadsTo === undefined ? null : ownershipOf(snapshot.leadsTo, snapshot.leadsToTenure),
    version: Number(version),
  };
}
