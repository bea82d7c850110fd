import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TextField } from './text-field.tsx';

const { scrollIntoView } = Element.prototype;
afterEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView;
});

it('brings the error of the focused field into view, and of no other', () => {
  const shown: (string | null)[] = [];
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    shown.push(this.textContent);
  });
  const fields = (error?: string) => (
    <>
      <TextField label="Code" error={error} />
      <TextField label="Name" error={error && 'Another error'} />
    </>
  );
  const { rerender } = render(fields());
  screen.getByLabelText('Code').focus();
  rerender(fields('This code is not correct.'));
  expect(new Set(shown)).toEqual(new Set(['This code is not correct.']));
});
