import { assets } from 'virtual:client-assets';
import { DEFAULT_LANGUAGE, type Language, languagesWith } from '@volant/proto/text/languages';
import { OPERATION_IDS } from '../api/operation-ids.generated.ts';
import type { User } from '../api/shapes.ts';
import type { Screen } from '../app/screen.ts';
import { screens } from '../app/screens.ts';
import { screenAt } from './screen-at.ts';

/** How to render the document of a screen. */
export interface ScreenDocument {
  readonly screen: Screen;
  /** Pattern of the path. */
  readonly path: string;
  readonly styles: readonly string[];
  /** Roles the screen is for; GUEST for signed-out users. */
  readonly readers: readonly ('GUEST' | User['role'])[];
  /** Languages with all texts of the screen. */
  readonly languages: readonly Language[];
  /** Set if the document loads the application without an interaction. */
  readonly live?: {
    readonly scripts: readonly string[];
    /** What the first part needs besides. */
    readonly firstScripts?: readonly string[];
    readonly texts: Readonly<Record<string, readonly string[]>>;
    /** Whether the application re-renders the document; until then it is inert. */
    readonly prepared: boolean;
    /** The screen's first graph query, with `:id` as a placeholder for the id in the address. */
    readonly query?: string | undefined;
  };
}

const ROLES: readonly User['role'][] = ['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN'];

function bodyOf({ operation, variables }: NonNullable<Screen['query']>): string {
  const sha256Hash = OPERATION_IDS[operation];
  // Must equal the client's request body, because the client only takes the response to an identical request.
  return JSON.stringify({
    operationName: operation,
    variables,
    extensions: { persistedQuery: { version: 1, sha256Hash } },
  });
}

function assetsOf(page: string) {
  const found = assets.pages[page];
  if (found === undefined) throw new Error(`The build noted no assets of ${page}.`);
  return found;
}

function documentOf(screen: Screen): ScreenDocument {
  const { path, audience, document, texts, query, page, firstPart } = screen;
  const forGuests = typeof audience === 'string';
  const parts = [assetsOf(page), ...(forGuests ? [] : [assets.graph])];
  const all = (kind: 'styles' | 'scripts') => [...new Set(parts.flatMap((part) => part[kind]))];
  const scripts = all('scripts');
  const groups = ['common', ...texts] as const;
  const languages = languagesWith(...groups);
  const textsIn = (language: Language) => groups.map((group) => assets.texts[`${group}.${language}`] ?? '');
  return {
    screen,
    path,
    styles: all('styles'),
    readers: forGuests ? ['GUEST'] : ROLES.filter(audience),
    languages,
    ...(document !== 'finished' && {
      live: {
        scripts,
        ...(firstPart && { firstScripts: assetsOf(firstPart).scripts.filter((script) => !scripts.includes(script)) }),
        texts: Object.fromEntries(languages.map((language) => [language, textsIn(language)])),
        prepared: document === 'shell',
        query: query && bodyOf(query),
      },
    }),
  };
}

/** All screens whose documents are rendered here. */
export const documents: readonly ScreenDocument[] = screens
  .filter(({ document }) => typeof document === 'string')
  .map(documentOf);

/** Paths of the public screens. */
export const finishedPaths: readonly string[] = documents.flatMap(({ path, live }) => (live ? [] : [path]));

/** The pattern of the screen at a path, if its document is rendered here. */
export function documentAt(pathname: string): string | undefined {
  const screen = screenAt(pathname);
  return typeof screen?.document === 'string' ? screen.path : undefined;
}

/** The language to render a screen in: the requested one if the screen has all its texts. */
export function languageAt(path: string, requested: Language): Language {
  const languages = documents.find((one) => one.path === path)?.languages;
  return languages?.includes(requested) ? requested : DEFAULT_LANGUAGE;
}

/** Whether the client has a screen for the path. */
export function knownRoute(pathname: string): boolean {
  return screenAt(pathname) !== undefined;
}
