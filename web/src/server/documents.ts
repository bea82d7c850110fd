import { assets } from 'virtual:client-assets';
import type { DocumentNode } from 'graphql';
import type { RouteObject } from 'react-router';
import { isAdmin, isSupport } from '../api/roles.ts';
import type { User } from '../api/shapes.ts';
import { finishedRoutes } from '../app/finished-routes.ts';
import { guestScreens, preparedScreens } from '../app/screens.ts';
import { AccountDocument } from '../features/account/account-page.generated.ts';
import { AdminPagesDocument } from '../features/admin/pages/pages-tab.generated.ts';
import { DashboardDocument } from '../features/dashboard/dashboard-page.generated.ts';
import { EditorDocument } from '../features/editor/editor-page.generated.ts';
import { SupportDocument } from '../features/support/support-page.generated.ts';
import type { Language } from '../i18n/language.ts';
import { BLOCK } from '../ui/long-table-window.ts';

/** How the document of a screen is made. */
export interface ScreenDocument {
  /** Pattern of the address. */
  readonly path: string;
  /** An address that is rendered for all of them. */
  readonly example: string;
  readonly styles: readonly string[];
  /** Whose screen it is: guests', or that of these roles. */
  readonly readers: readonly ('GUEST' | User['role'])[];
  /** Comes alive by itself; a finished page does so when somebody reaches for something. */
  readonly live?: {
    readonly scripts: readonly string[];
    readonly texts: Readonly<Record<Language, readonly string[]>>;
    /** The application draws it anew: until then nothing in it can be reached. */
    readonly prepared: boolean;
    /** What the screen asks the graph for as it opens, with `:id` for the one in the address. */
    readonly query?: string | undefined;
  };
}

const ROLES: readonly User['role'][] = ['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN'];

function queryOf(document: DocumentNode, variables: object = {}): string {
  const [operation] = document.definitions;
  const { hash: sha256Hash } = (document as unknown as { __meta__: { hash: string } }).__meta__;
  const operationName = operation?.kind === 'OperationDefinition' ? operation.name?.value : undefined;
  // Word for word what the client would send: it takes the answer to its own question alone.
  return JSON.stringify({ operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } });
}

const QUERIES: Readonly<Record<string, string>> = {
  '/dashboard': queryOf(DashboardDocument),
  '/account': queryOf(AccountDocument),
  '/admin': queryOf(AdminPagesDocument, { first: BLOCK, filter: {} }),
  '/editor/:id': queryOf(EditorDocument, { id: ':id' }),
  '/support': queryOf(SupportDocument),
};

const screens = [...Object.values(guestScreens), ...Object.values(preparedScreens)];
const prepared: ReadonlySet<RouteObject> = new Set(Object.values(preparedScreens));
/** The last that `screens.ts` imports is what is around screens that read from the graph. */
const graph = assets.screens[screens.length];

function readersOf(route: RouteObject): ScreenDocument['readers'] {
  if (!prepared.has(route) || route === preparedScreens.resetPassword) return ['GUEST'];
  if (route === preparedScreens.admin) return ROLES.filter(isAdmin);
  return route === preparedScreens.support ? ROLES.filter(isSupport) : ROLES;
}

function screenDocument(route: RouteObject, index: number): ScreenDocument {
  const path = `/${route.path}`;
  const readers = readersOf(route);
  const parts = [assets.screens[index], readers[0] === 'GUEST' ? undefined : graph];
  const all = (kind: 'styles' | 'scripts') => [...new Set(parts.flatMap((part) => part?.[kind] ?? []))];
  const groups = ['common', ...(route.handle as readonly string[])];
  const textsIn = (language: Language) => groups.map((group) => assets.texts[`${language}-${group}`] ?? '');
  return {
    path,
    // A link that was mailed has a token.
    example: route === preparedScreens.resetPassword ? `${path}?token=x` : path.replace(':id', 'x'),
    styles: all('styles'),
    readers,
    live: {
      scripts: all('scripts'),
      texts: { fr: textsIn('fr'), en: textsIn('en') },
      prepared: prepared.has(route),
      query: QUERIES[path],
    },
  };
}

const finished = finishedRoutes.map(({ path = '' }, index): ScreenDocument => {
  const { styles = [] } = assets.finished[index] ?? {};
  return { path: `/${path}`, example: `/${path}`, styles, readers: ['GUEST'] };
});

/** Every screen whose document is made here. */
export const documents: readonly ScreenDocument[] = [...finished, ...screens.map(screenDocument)];

/** Addresses of what everybody reads. */
export const finishedPaths: readonly string[] = finished.map(({ path }) => path);

/** A new page has nothing to wait for, and its editor is made in the browser. */
const MADE_IN_BROWSER = '/editor/new';

/** The pattern of the screen at an address, if its document is made here. */
export function documentAt(pathname: string): string | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  if (path === MADE_IN_BROWSER) return undefined;
  return documents.find((one) => one.path === path || matches(one.path, path))?.path;
}

function matches(pattern: string, path: string): boolean {
  const start = pattern.split(':', 1)[0] ?? '';
  return (
    start !== pattern && path.startsWith(start) && path.length > start.length && !path.slice(start.length).includes('/')
  );
}
