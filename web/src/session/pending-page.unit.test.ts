import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, graphAnswer, graphRefusal } from '../testing/fake-api.ts';
import { claimPendingPage, pendingPage, rememberPendingPage } from './pending-page.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('claims the remembered page once and forgets it', async () => {
  const calls = fakeApi({ 'GRAPH ClaimPage': graphAnswer({ claimPage: { __typename: 'Page', id: 'abc' } }) });
  rememberPendingPage('abc');
  await claimPendingPage();
  await claimPendingPage();
  expect(calls.map(({ body }) => body)).toMatchObject([{ operationName: 'ClaimPage', variables: { id: 'abc' } }]);
  expect(pendingPage()).toBeUndefined();
});

it('logs a failed claim, forgets the page, and does not throw', async () => {
  fakeApi({ 'GRAPH ClaimPage': graphRefusal('PAGE_ALREADY_CLAIMED', 400, 'Taken.') });
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  rememberPendingPage('abc');
  await expect(claimPendingPage()).resolves.toBeUndefined();
  expect(warned).toHaveBeenCalledTimes(1);
  expect(pendingPage()).toBeUndefined();
});

it('is forgotten after an hour', async () => {
  const calls = fakeApi({});
  rememberPendingPage('abc');
  vi.setSystemTime(new Date('2026-03-01T12:59:59Z'));
  expect(pendingPage()).toBe('abc');
  vi.setSystemTime(new Date('2026-03-01T13:00:01Z'));
  expect(pendingPage()).toBeUndefined();
  await claimPendingPage();
  expect(calls).toEqual([]);
});
