import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Failure, ownFailure } from '../../api/failure.ts';
import { useEditorBanner } from './editor-banner.tsx';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function show(setFailure = vi.fn()) {
  return renderHook((failure: Failure | undefined) => useEditorBanner(failure, setFailure));
}

it('shows for 3 s that the page was saved', () => {
  const { result } = show();
  act(() => result.current.saved());
  advance(2_999);
  expect(result.current.shown).toBe(true);
  advance(1);
  expect(result.current.shown).toBe(false);
});

it('shows a failure for 5 s from the latest attempt, and no longer the success', () => {
  const setFailure = vi.fn();
  const { result, rerender } = show(setFailure);
  act(() => result.current.saved());
  rerender(ownFailure('editor.saveFailed'));
  expect(result.current.shown).toBe(false);
  advance(4_000);
  rerender(ownFailure('editor.saveFailed'));
  advance(4_999);
  expect(setFailure).not.toHaveBeenCalled();
  advance(1);
  expect(setFailure).toHaveBeenCalledWith(undefined);
});
