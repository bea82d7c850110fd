import type { Profile } from '../profile/profile.ts';
import type { Language } from '../text/languages.ts';

export interface PublicPageInput {
  readonly publicId: string;
  readonly language: Language;
  /** Scheme and host of the product, for absolute addresses. */
  readonly origin: string;
  readonly displayName: string;
  readonly blocks: Profile;
  /** A path below /uploads/. */
  readonly avatar: string | undefined;
  readonly indexable: boolean;
}

export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export type ContactFileInput = Pick<PublicPageInput, 'publicId' | 'origin' | 'displayName' | 'blocks' | 'avatar'>;

/** A stored picture. */
export interface StoredPhoto {
  readonly body: Uint8Array;
  readonly contentType: string;
}

export interface ContactFile {
  readonly name: string;
  readonly content: string;
}

/** What the picture of a page shows, which other sites have beside a link to it. */
export interface LinkPicture {
  /** Empty if the font lacks its letters: the photo is shown alone. */
  readonly name: string;
  readonly company: string;
  readonly initials: string;
  readonly accent: string;
  /** Text on the accent. */
  readonly onAccent: string;
}

export interface FinishedPageInput {
  /** The pattern of a screen, as the renderer's `documentAt` names it. */
  readonly path: string;
  readonly language: Language;
  readonly origin: string;
  readonly site: unknown;
}

/** Why the card at an address shows no page. */
export type CardNotice = 'lost' | 'replaced' | 'inactive' | 'blocked' | 'notFound' | 'setUp' | 'unclaimed';

export interface ShellHead {
  /** Language of the document: French if the screen lacks the requested one. */
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** Attributes of the element `html`. */
  readonly attributes: string;
  /** Markup for readers without JavaScript. */
  readonly withoutScript: string;
}

/** Exports of the web client's server build, with which the gateway renders. */
export interface PageRenderer {
  renderPublicPage(input: PublicPageInput): RenderedPage;
  /** The driver's contact as a vCard. */
  renderContactFile(page: ContactFileInput, photo: StoredPhoto | undefined): ContactFile;
  /** The QR code that leads to the page, as an SVG. */
  renderPageCode(page: Pick<PublicPageInput, 'publicId' | 'origin'>): string;
  /** What the picture of a page shows; undefined if it has none. */
  linkPicture(page: Pick<PublicPageInput, 'displayName' | 'blocks' | 'avatar'>): LinkPicture | undefined;
  /** Addresses of the finished pages. */
  readonly finishedPaths: readonly string[];
  /** The pattern of the screen at a path, if its document is rendered. */
  documentAt(pathname: string): string | undefined;
  /** The language of that screen's document: French if it lacks the requested one. */
  languageAt(path: string, requested: Language): Language;
  renderFinishedPage(input: FinishedPageInput): Promise<string>;
  /** What an empty document says of its screen before the client runs, also if no script runs. */
  shellHead(pathname: string, language: Language, card?: CardNotice): ShellHead;
  /** Whether the client has a screen for the path. */
  knownRoute(pathname: string): boolean;
}
