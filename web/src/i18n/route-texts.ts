import type { TextGroup } from './texts.ts';

/** What the route of a screen says about it (`handle`). */
export interface ScreenHandle {
  readonly texts: readonly TextGroup[];
}

/** The texts of the screen at a route; a route around screens has none of its own. */
export function textsOf(handle: unknown): readonly TextGroup[] {
  return (handle as ScreenHandle | undefined)?.texts ?? [];
}
