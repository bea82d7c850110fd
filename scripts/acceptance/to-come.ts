/** Lines of [S] and [D] that have no test yet. A line that has a test must be removed from here. */
export const TO_COME: readonly number[] = [];
