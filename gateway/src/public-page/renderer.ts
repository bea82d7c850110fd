import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@volant/infra/errors/domain-error';
import type { PublicProfile } from './public-profile.ts';

export interface PublicPageInput {
  readonly publicId: string;
  readonly language: Language;
  readonly origin: string;
  readonly displayName: string;
  readonly blocks: PublicProfile;
  readonly avatar: string | undefined;
  readonly indexable: boolean;
}

/** How thousands of documents begin. */
export interface PageStart {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export interface RenderedPage {
  /** The same object for all that begin so. */
  readonly start: PageStart;
  /** The rest of the document. */
  readonly own: string;
}

export interface FinishedPageInput {
  /** The pattern of a screen, as the renderer's `documentAt` names it. */
  readonly path: string;
  readonly language: Language;
  readonly origin: string;
  readonly site: unknown;
}

export interface ShellHead {
  readonly title: string;
  readonly description: string;
}

/** What the web client's server build exports. */
export interface PageRenderer {
  renderPublicPage(input: PublicPageInput): RenderedPage;
  /** Renders pages that nobody asked for, so that those asked for afterwards come faster. */
  renderSamples(): void;
  /** The QR code that leads to the page, as an SVG. */
  renderPageCode(page: Pick<PublicPageInput, 'publicId' | 'origin'>): string;
  /** Addresses of what everybody reads. */
  readonly finishedPaths: readonly string[];
  /** The pattern of the screen at a path, if its document is rendered. */
  documentAt(pathname: string): string | undefined;
  renderFinishedPage(input: FinishedPageInput): Promise<string>;
  /** What the client's document says of a screen before the client runs. */
  shellHead(pathname: string, language: Language): ShellHead;
  /** Whether the client has a screen for the path. */
  knownRoute(pathname: string): boolean;
}

const EXPORTS: readonly (keyof PageRenderer)[] = [
  'renderPublicPage',
  'renderSamples',
  'renderPageCode',
  'finishedPaths',
  'documentAt',
  'renderFinishedPage',
  'shellHead',
  'knownRoute',
];

/** @throws when the web client has not been built */
export async function loadRenderer(webRoot: string): Promise<PageRenderer> {
  const file = join(webRoot, 'server/render.js');
  const module = (await import(pathToFileURL(file).href)) as Partial<PageRenderer>;
  const missing = EXPORTS.find((name) => module[name] === undefined);
  if (missing !== undefined) throw new Error(`${file} does not export ${missing}: build the web client again`);
  return module as PageRenderer;
}
