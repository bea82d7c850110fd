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
  /** Whether the display name was given with or by the present owner; otherwise it is a note on a card. */
  readonly named: boolean;
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

/** What an owned page is called; empty if it has only the note that the card was made with. */
export function nameOf(page: ExistingPage): string {
  return page.status === 'owned' && !page.named ? '' : page.displayName;
}

/** Visitors are told "inactive" in both cases; that an administrator did it is between the two. */
export function isInactive(page: ExistingPage): boolean {
  return page.state === 'INACTIVE' || page.state === 'DEACTIVATED';
}

/** Whether visitors see a profile: only then does personal data leave this service unasked. */
export function showsProfile(page: ExistingPage): boolean {
  return page.status === 'owned' && page.state === 'ACTIVE';
}
