/** State of a navigation that only changes the address of the current screen: focus and scroll stay. */
export const SAME_SCREEN = { sameScreen: true };

/** State of a navigation from the steps to all fields: the draft goes along. */
export const FROM_STEPS = { fromSteps: true };

const isMarked = (state: unknown, mark: keyof typeof SAME_SCREEN | keyof typeof FROM_STEPS) =>
  (state as Partial<Record<typeof mark, unknown>> | null | undefined)?.[mark] === true;

export const isSameScreen = (state: unknown) => isMarked(state, 'sameScreen');
export const isFromSteps = (state: unknown) => isMarked(state, 'fromSteps');
