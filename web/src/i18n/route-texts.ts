import type { TextGroup } from './texts.ts';

/** What the route of a screen says about it (`handle`). */
export interface ScreenHandle {
  readonly texts: readonly TextGroup[];
  /** Whether people work on it, signed in. */
  readonly isWork?: boolean;
}

/** The texts of the screen at a route; a route around screens has none of its own. */
export function textsOf(handle: unknown): readonly TextGroup[] {
  return (handle as ScreenHandle | undefined)?.texts ?? [];
}

export function isWork(handle: unknown): boolean {
  return (handle as ScreenHandle | undefined)?.isWork === true;
}
