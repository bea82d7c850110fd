/** State of a navigation from the steps to all fields: the draft goes along. */
export const FROM_STEPS = { fromSteps: true };

export function isFromSteps(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromSteps' in state && state.fromSteps === true;
}
