import type { Profile } from './profile.ts';

export const PAGE_STATES = ['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED'] as const;
export type PageState = (typeof PAGE_STATES)[number];
/** What an owned page can be. */
export type OwnedPageState = Exclude<PageState, 'UNCLAIMED'>;

/** Who made the page: drivers may make a limited number, administrators as many as there are cards. */
export type PageOrigin = 'driver' | 'administrator';

interface PageFacts {
  /** Internal key; survives a rename. */
  readonly uid: string;
  /** The id on the card. */
  readonly publicId: string;
  /** Ids the page had before, oldest first; printed cards still lead here. */
  readonly previousIds: readonly string[];
  readonly origin: PageOrigin;
  readonly displayName: string;
  readonly profile: Profile;
  readonly avatar: string | null;
  readonly indexable: boolean;
  /** Ownerships so far; whoever owns the page sees the events of their own alone. */
  readonly tenure: number;
  readonly createdAt: string;
  /**
   * The history holds what a former owner wrote. Nothing happens to the page
   * until it is written anew without that.
   */
  readonly sealed: boolean;
}

export interface NoPage {
  readonly status: 'none';
}

export interface UnownedPage extends PageFacts {
  readonly status: 'unowned';
  readonly state: PageState;
}

export interface OwnedPage extends PageFacts {
  readonly status: 'owned';
  readonly state: OwnedPageState;
  readonly ownerId: string;
  /** When the present ownership began. */
  readonly claimedAt: string;
}

/** Nothing of it is shown any more; what it left behind is being cleared away. */
export interface DeletedPage {
  readonly status: 'deleted';
}

export type ExistingPage = UnownedPage | OwnedPage;
export type Page = NoPage | DeletedPage | ExistingPage;

export interface PageCreated {
  readonly type: 'PageCreated';
  readonly data: {
    readonly uid: string;
    readonly publicId: string;
    readonly origin: PageOrigin;
    readonly state: PageState;
    readonly ownerId: string | null;
    readonly displayName: string;
    readonly profile: Profile;
    readonly avatar: string | null;
    readonly indexable: boolean;
    readonly createdAt: string;
  };
}

export interface PageClaimed {
  readonly type: 'PageClaimed';
  readonly data: { readonly ownerId: string; readonly claimedAt: string };
}

/** Holds what changed and nothing else. */
export interface PageEdited {
  readonly type: 'PageEdited';
  readonly data: {
    readonly displayName?: string;
    readonly profile?: Profile;
    readonly avatar?: string | null;
    readonly indexable?: boolean;
  };
}

export interface PageStateChanged {
  readonly type: 'PageStateChanged';
  readonly data: { readonly state: PageState };
}

/** The owner has gone, and what they had written with them. */
export interface PageReleased {
  readonly type: 'PageReleased';
  readonly data: { readonly releasedAt: string };
}

export interface PageRenamed {
  readonly type: 'PageRenamed';
  readonly data: { readonly publicId: string };
}

/** The page as it was when its history was written anew: the first event of the new one. */
export interface PageRestored {
  readonly type: 'PageRestored';
  readonly data: PageCreated['data'] & {
    readonly previousIds: readonly string[];
    readonly tenure: number;
    readonly claimedAt: string | null;
  };
}

/** Holds nothing of the page: its stream is erased next. */
export interface PageDeleted {
  readonly type: 'PageDeleted';
  readonly data: { readonly deletedAt: string };
}

export type PageEvent =
  | PageCreated
  | PageClaimed
  | PageEdited
  | PageStateChanged
  | PageReleased
  | PageRenamed
  | PageRestored
  | PageDeleted;

export const NO_PAGE: NoPage = { status: 'none' };

const STREAM_PREFIX = 'page-';

export function pageStream(uid: string): string {
  return `${STREAM_PREFIX}${uid}`;
}

/** The page a stream belongs to; undefined for a stream of another kind. */
export function uidOfStream(streamId: string): string | undefined {
  return streamId.startsWith(STREAM_PREFIX) ? streamId.slice(STREAM_PREFIX.length) : undefined;
}

export function exists(page: Page): page is ExistingPage {
  return page.status === 'owned' || page.status === 'unowned';
}

export function ownerOf(page: ExistingPage): string | undefined {
  return page.status === 'owned' ? page.ownerId : undefined;
}

/** Visitors are told "inactive" in both cases; that an administrator did it is between the two. */
export function isInactive(page: ExistingPage): boolean {
  return page.state === 'INACTIVE' || page.state === 'DEACTIVATED';
}

/** Whether visitors see a profile: only then does personal data leave this service unasked. */
export function showsProfile(page: ExistingPage): boolean {
  return page.status === 'owned' && page.state === 'ACTIVE';
}
