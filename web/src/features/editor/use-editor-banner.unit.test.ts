import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownFailure } from '../../api/failure.ts';
import { useEditorBanner } from './use-editor-banner.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const failure = ownFailure('editor.saveFailed');

it('shows for 3 s that the page was saved (acceptance 115)', () => {
  const { result } = renderHook(() => useEditorBanner({ attempt: 1, failure: undefined, setFailure: () => {} }));
  act(() => result.current.saved());
  advance(2_999);
  expect(result.current.shown).toBe(true);
  advance(1);
  expect(result.current.shown).toBe(false);
});

it('shows a failure for 5 s from the latest attempt, and no longer the success (acceptance 115)', () => {
  const setFailure = vi.fn();
  const props = { attempt: 1, failure: undefined as typeof failure | undefined, setFailure };
  const { result, rerender } = renderHook(useEditorBanner, { initialProps: props });
  act(() => result.current.saved());
  rerender({ ...props, failure });
  expect(result.current.shown).toBe(false);
  advance(4_000);
  rerender({ ...props, attempt: 2, failure });
  advance(4_999);
  expect(setFailure).not.toHaveBeenCalled();
  advance(1);
  expect(setFailure).toHaveBeenCalledWith(undefined);
});
