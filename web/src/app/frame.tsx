import type { RouteObject } from 'react-router';
import type { RuntimeConfig } from './config.ts';
import { Root } from './shell/root.tsx';
import { RouteError } from './shell/route-error.tsx';
import { SiteShell } from './shell/site-shell.tsx';

interface Screens {
  /** Within header and footer. */
  readonly inShell: RouteObject[];
  readonly alone?: RouteObject[];
}

/** What is around every screen, in the browser as on the server. */
export function frame(readSite: () => Promise<RuntimeConfig>, { inShell, alone = [] }: Screens): RouteObject[] {
  return [
    {
      id: 'root',
      element: <Root />,
      errorElement: <RouteError />,
      // Before the first screen, so that nothing moves when the operator's settings arrive.
      loader: readSite,
      shouldRevalidate: () => false,
      hydrateFallbackElement: <div className="boot" />,
      children: [...alone, { element: <SiteShell />, children: inShell }],
    },
  ];
}
