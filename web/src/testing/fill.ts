import { act, fireEvent } from '@testing-library/react';

/**
 * Appends a text to a field as if it were pasted: one change instead of one for each letter. `userEvent.type` is for
 * tests of typing itself.
 */
export function fill(field: HTMLElement, text: string): void {
  act(() => field.focus());
  fireEvent.input(field, { target: { value: (field as HTMLInputElement).value + text } });
}
