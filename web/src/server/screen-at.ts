import type { Screen } from '../app/screen.ts';
import { screens } from '../app/screens.ts';

const patterns = screens.map(
  (screen) => [new RegExp(`^${screen.path.replace(/\/$/, '').replace(':id', '[^/]+')}/?$`), screen as Screen] as const,
);

/** The screen at a path. Of two that match, the one that is listed first: `/editor/new` before `/editor/:id`. */
export function screenAt(pathname: string): Screen | undefined {
  return patterns.find(([pattern]) => pattern.test(pathname))?.[1];
}
