/** State of a navigation that only changes the address of the current screen: focus and scroll stay. */
export const SAME_SCREEN = { sameScreen: true };

/** Whether a location was reached with `SAME_SCREEN`. */
export function isSameScreen(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'sameScreen' in state && state.sameScreen === true;
}
