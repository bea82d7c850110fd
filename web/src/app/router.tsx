import { cardIdOf, plainCardId, withValidEncoding } from '@volant/proto/text/card-id';
import { createBrowserRouter, href, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { noteScreen, watchForBack } from '../browser/close-on-back.ts';
import { showTexts } from '../i18n/i18n.ts';
import { textsOf } from '../i18n/route-texts.ts';
import { loadConfig } from './config.ts';
import { frame } from './frame.tsx';
import { RoleGate, SignedIn } from './gates.tsx';
import { guardOf } from './guards.ts';
import { routeOf, withGraph } from './routes.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';

const card = (screen: Screen) => screen.path === '/d/:id';
const inShell: readonly Screen[] = screens.filter((screen) => !card(screen));

function guarded(screen: Screen): RouteObject {
  return { ...routeOf(screen), ...guardOf(screen) };
}

const open = inShell.filter(({ audience }) => typeof audience === 'string').map(guarded);
const signedIn = inShell.flatMap((screen): RouteObject[] => {
  const { audience } = screen;
  if (typeof audience === 'string') return [];
  return [{ element: <RoleGate may={audience} />, children: [guarded(screen)] }];
});

const routes = frame(loadConfig, {
  alone: screens.filter(card).map((screen) => ({ ...routeOf(screen), path: 'd/*', loader: plainCardAddress })),
  inShell: [
    ...open,
    { element: <SignedIn />, children: [withGraph(signedIn)] },
    routeOf({ path: '*', audience: 'everybody', texts: ['access'], page: 'not-found/not-found-page' }),
  ],
});

/** Like the server, redirects an address with extra parts after the id to the plain one. */
function plainCardAddress({ request }: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(request.url);
  const behind = pathname.slice('/d/'.length);
  if (pathname.startsWith('/d/') && plainCardId(behind) !== undefined) return null;
  const id = cardIdOf(decodeURIComponent(withValidEncoding(behind)));
  return id === undefined ? null : redirect(href('/d/:id', { id }) + search);
}

export function createRouter() {
  watchForBack();
  const router = createBrowserRouter(routes);
  // Before the screen renders, because it may lack the language of the former one.
  router.subscribe(() => showScreenTexts(router));
  router.subscribe(({ location }) => noteScreen(location.key));
  return router;
}

export function showScreenTexts({ state }: ReturnType<typeof createBrowserRouter>): void {
  showTexts(state.matches.flatMap(({ route }) => textsOf(route.handle)));
}

/** Resolves once the code and texts of the first screen are loaded, after any redirects by guards. */
export async function firstScreen(router: ReturnType<typeof createRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((ready) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      ready();
    });
  });
}
