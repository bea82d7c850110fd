import { fromBinary } from '@bufbuild/protobuf';
import {
  type ChangedSnapshot,
  createSnapshotView,
  type Snapshot,
  type SnapshotView,
} from '@volant/infra/message-log/snapshot-view';
import type { ViewDefinition, Views } from '@volant/infra/views/view-store';
import { type Profile, profileShape, profileVersion } from '@volant/proto/profile/profile';
import { PageSnapshotSchema, PageState } from '@volant/proto/volant/pages/v1/page_pb';
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
}

export const PAGE_VIEW: ViewDefinition = {
  name: `gateway-pages-${profileVersion()}`,
  shape: `wcn4WgRlZsjW ${profileShape()}`,
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

export type PageView = SnapshotView<PageDocument>;

/** @param changed called for every changed page */
export function createPageView(viewStore: Views, changed: ChangedSnapshot): PageView {
  return createSnapshotView({ definition: PAGE_VIEW, viewStore, read, changed });
}

function read(value: Uint8Array): PageDocument {
  const snapshot = fromBinary(PageSnapshotSchema, value);
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
