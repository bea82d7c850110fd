import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { loadTexts } from '../i18n/i18n.ts';
import type { ScreenHandle } from '../i18n/route-texts.ts';
import type { Screen } from './screen.ts';

/** On the server all texts are loaded already. */
const inBrowser = typeof document !== 'undefined';

const pages = import.meta.glob<{ readonly Component: ComponentType }>('../features/*/*-page.tsx');

/** The route of a screen, which loads its code and texts on navigation. */
export function routeOf({
  path,
  audience,
  texts,
  page,
}: Pick<Screen, 'path' | 'audience' | 'texts' | 'page'>): RouteObject {
  return {
    path,
    handle: { texts, isWork: typeof audience !== 'string' } satisfies ScreenHandle,
    lazy: async () => {
      const [module] = await Promise.all([
        pages[`../features/${page}.tsx`]?.(),
        inBrowser ? loadTexts(texts) : undefined,
      ]);
      if (module === undefined) throw new Error(`there is no page ${page}`);
      return { Component: module.Component };
    },
  };
}

/** Wraps screens that query the graph when they open. */
export const withGraph = (children: RouteObject[]): RouteObject => ({
  lazy: () => import('./with-graph.tsx'),
  children,
});
