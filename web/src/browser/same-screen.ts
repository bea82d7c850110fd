/** State of a navigation that only changes the address of the current screen: focus and scroll stay. */
export const SAME_SCREEN = { sameScreen: true };

export function isSameScreen(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'sameScreen' in state && state.sameScreen === true;
}
