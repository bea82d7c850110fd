import { streamKind } from '@volant/infra/event-store/stream-kind';
import type { Profile } from '@volant/proto/profile/profile';

export const PAGE_STATES = ['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED'] as const;
export type PageState = (typeof PAGE_STATES)[number];
/** A card in use leads to its page; one that is lost or replaced says so and shows nothing of the page. */
export const CARD_STATUSES = ['IN_USE', 'LOST', 'REPLACED'] as const;

/** The card that carries the id of a page. */
export interface Card {
  readonly status: (typeof CARD_STATUSES)[number];
  /** When the status last changed; null for a card that was always in use. */
  readonly since: string | null;
  /** Another page of the same owner that this card shows; void once that page has another ownership. */
  readonly leadsTo: { readonly uid: string; readonly tenure: number } | null;
}

export const NEW_CARD: Card = { status: 'IN_USE', since: null, leadsTo: null };

/** A link by which another account may take the page over. */
export interface Handover {
  /** SHA-256 of the secret in the link, hex. */
  readonly secretHash: string;
  readonly expiresAt: string;
}

export type OwnedPageState = Exclude<PageState, 'UNCLAIMED'>;

/** Creator of the page: drivers may create a limited number, administrators as many as there are cards. */
export type PageOrigin = 'driver' | 'administrator';

interface PageFacts {
  /** Internal key; survives a rename. */
  readonly uid: string;
  /** Id on the card. */
  readonly publicId: string;
  /** Former ids, oldest first; printed cards still lead here. */
  readonly previousIds: readonly string[];
  readonly origin: PageOrigin;
  readonly displayName: string;
  /** Whether the display name was given by or with the present owner; otherwise it is a note on a card. */
  readonly named: boolean;
  readonly profile: Profile;
  readonly avatar: string | null;
  readonly indexable: boolean;
  /** Ownerships so far; an owner sees only the events of their own. */
  readonly tenure: number;
  readonly createdAt: string;
  readonly card: Card;
  readonly handover: Handover | null;
  /** The history contains content of a former owner. The page accepts no changes until the history is rewritten. */
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
  /** Start of the present ownership. */
  readonly claimedAt: string;
}

/** No longer shown; its remains are being cleared. */
export interface DeletedPage {
  readonly status: 'deleted';
}

export type ExistingPage = UnownedPage | OwnedPage;
export type Page = NoPage | DeletedPage | ExistingPage;

export const NO_PAGE: NoPage = { status: 'none' };

export const { of: pageStream, idIn: uidOfStream } = streamKind('page-');

export function exists(page: Page): page is ExistingPage {
  return page.status === 'owned' || page.status === 'unowned';
}

export function ownerOf(page: ExistingPage): string | undefined {
  return page.status === 'owned' ? page.ownerId : undefined;
}

/** Name of a page; empty for an owned page that has only the note its card was created with. */
export function nameOf(page: ExistingPage): string {
  return page.status === 'owned' && !page.named ? '' : page.displayName;
}

/** Visitors see "inactive" in both cases; only the owner and administrators see that the page is blocked. */
export function isInactive(page: ExistingPage): boolean {
  return page.state === 'INACTIVE' || page.state === 'DEACTIVATED';
}

/** Whether visitors see a profile: only then does this service publish personal data. */
export function showsProfile(page: ExistingPage): boolean {
  return page.status === 'owned' && page.state === 'ACTIVE';
}
