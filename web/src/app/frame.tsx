import type { RouteObject } from 'react-router';
import type { RuntimeConfig } from './config.ts';
import { Root } from './shell/root.tsx';
import { RouteError } from './shell/route-error.tsx';
import { SiteShell } from './shell/site-shell.tsx';

interface Screens {
  /** Screens between header and footer. */
  readonly inShell: RouteObject[];
  readonly alone?: RouteObject[];
}

/** The route tree around every screen, in the browser and on the server. */
export function frame(readSite: () => Promise<RuntimeConfig>, { inShell, alone = [] }: Screens): RouteObject[] {
  return [
    {
      id: 'root',
      element: <Root />,
      errorElement: <RouteError />,
      // Loaded before the first screen, so that the layout does not shift when the operator's settings arrive.
      loader: readSite,
      shouldRevalidate: () => false,
      hydrateFallbackElement: <div className="boot" />,
      children: [...alone, { element: <SiteShell />, children: inShell }],
    },
  ];
}
