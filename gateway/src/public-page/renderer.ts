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

export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** What the web client's server build exports. */
export interface PageRenderer {
  renderPublicPage(input: PublicPageInput): RenderedPage;
  /** Whether the client has a screen for the path. */
  knownRoute(pathname: string): boolean;
}

/** @throws when the web client has not been built */
export async function loadRenderer(webRoot: string): Promise<PageRenderer> {
  const file = join(webRoot, 'server/public-page.js');
  const module = (await import(pathToFileURL(file).href)) as Partial<PageRenderer>;
  const { renderPublicPage, knownRoute } = module;
  if (typeof renderPublicPage !== 'function' || typeof knownRoute !== 'function') {
    throw new Error(`${file} exports no renderPublicPage and knownRoute: build the web client again`);
  }
  return { renderPublicPage, knownRoute };
}
