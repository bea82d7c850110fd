/** Lines of [S] and [D] whose tests are still to come; a line that has one may not stay. */
export const TO_COME: readonly number[] = [];
