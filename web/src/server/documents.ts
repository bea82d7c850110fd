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

/** How to render the document of a screen. */
export interface ScreenDocument {
  /** Pattern of the path. */
  readonly path: string;
  /** An example path to render for all that match. */
  readonly example: string;
  readonly styles: readonly string[];
  /** Roles the screen is for; GUEST for signed-out users. */
  readonly readers: readonly ('GUEST' | User['role'])[];
  /** Set if the document loads the application without an interaction. */
  readonly live?: {
    readonly scripts: readonly string[];
    readonly texts: Readonly<Record<Language, readonly string[]>>;
    /** Whether the application re-renders the document; until then it is inert. */
    readonly prepared: boolean;
    /** The screen's first graph query, with `:id` as a placeholder for the id in the address. */
    readonly query?: string | undefined;
  };
}

const ROLES: readonly User['role'][] = ['DRIVER', 'SUPPORT', 'ADMIN', 'SUPERADMIN'];

function queryOf(document: DocumentNode, variables: object = {}): string {
  const [operation] = document.definitions;
  const { hash: sha256Hash } = (document as unknown as { __meta__: { hash: string } }).__meta__;
  const operationName = operation?.kind === 'OperationDefinition' ? operation.name?.value : undefined;
  // Must equal the client's request body, because the client only takes the response to an identical request.
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
/** The last import in `screens.ts` is the wrapper of screens that use the graph. */
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
    // Mailed links contain a token.
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

/** All screens whose documents are rendered here. */
export const documents: readonly ScreenDocument[] = [...finished, ...screens.map(screenDocument)];

/** Paths of the public screens. */
export const finishedPaths: readonly string[] = finished.map(({ path }) => path);

/** The editor of a new page waits for no data, so it is rendered in the browser. */
const MADE_IN_BROWSER = '/editor/new';

/** The pattern of the screen at a path, if its document is rendered here. */
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
