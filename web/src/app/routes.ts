import type { RouteObject } from 'react-router';
import { loadTexts } from '../i18n/i18n.ts';
import type { Screen } from './screen.ts';

/** On the server all texts are loaded already. */
const inBrowser = typeof document !== 'undefined';

/** The route of a screen, which loads its code and texts on navigation. */
export function routeOf({ path, texts, load }: Screen): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ Component }] = await Promise.all([load(), ...(inBrowser ? texts.map(loadTexts) : [])]);
      return { Component };
    },
  };
}

/** Wraps screens that query the graph when they open. */
export const withGraph = (children: RouteObject[]): RouteObject => ({
  lazy: () => import('./with-graph.tsx'),
  children,
});
